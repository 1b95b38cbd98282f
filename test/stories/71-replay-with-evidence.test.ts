import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, TemplateRun, View } from '../../src/index.ts';
import { EngramError } from '../../src/index.ts';
import { scriptedModel } from '../../src/testing/index.ts';
import { openForTest } from './open-for-test.ts';
import { recorded, saved, type Work } from './recorded-work.ts';

type Answer = Json | ((given: JsonObject) => Json);

/** A replay with other inputs in another world: how it ended, and every call of the last tool that the plan writes with. */
async function replayed(agent: View, answers: Readonly<Record<string, Answer>>, inputs: JsonObject = {}) {
  const made: Array<[string, JsonObject]> = [];
  const tools = Object.fromEntries(
    Object.entries(answers).map(([tool, answer]) => [
      tool,
      (given: JsonObject) => {
        made.push([tool, given]);
        return typeof answer === 'function' ? answer(given) : answer;
      },
    ]),
  );
  const report = (await agent.templates.run(
    { id: 'work', inputs, asRecorded: Object.keys(inputs).length === 0 },
    tools,
  )) as TemplateRun;
  const { plan } = await agent.templates.show('work');
  const writes = plan.filter(({ effect }) => effect === 'write').map(({ tool }) => tool);
  return { report, status: report.status, writes: made.filter(([tool]) => writes.includes(tool)) };
}

describe('TPL-6 a value that nothing explains is not repeated for other inputs', () => {
  const unexplained: ReadonlyArray<[string, Work, JsonObject, string]> = [
    [
      'the e-mail address of a person',
      {
        task: 'Send the invoice to the customer',
        inputs: { invoice: 'INV-1001' },
        calls: [
          ['get_invoice', { id: 'INV-1001' }, { id: 'INV-1001', total: 120.5 }],
          ['send_mail', { to: 'ada@acme.example', attachment: 'INV-1001' }, 'ok'],
        ],
      },
      { invoice: 'INV-1002' },
      'to',
    ],
    [
      'the name in a letter',
      {
        task: 'Remind a customer',
        inputs: { customer: 'CUS-1001' },
        calls: [
          ['get_customer', { id: 'CUS-1001' }, { id: 'CUS-1001', due: 120.5 }],
          ['send_letter', { customer: 'CUS-1001', text: 'Dear Acme, please pay 120.5.' }, 'ok'],
        ],
      },
      { customer: 'CUS-1002' },
      'text',
    ],
    [
      'the rows of last month',
      {
        task: 'Write the report of a month',
        inputs: { month: '2026-10' },
        calls: [
          ['get_sales', { month: '2026-10' }, 'Tuesday was good.'],
          ['write_report', { month: '2026-10', rows: [{ day: 'Monday', sum: 12 }] }, 'ok'],
        ],
      },
      { month: '2026-11' },
      'sum',
    ],
    [
      'the small number of a ticket',
      {
        task: 'Close the ticket of a customer',
        inputs: { customer: 'CUS-1001' },
        calls: [
          ['get_customer', { id: 'CUS-1001' }, { id: 'CUS-1001', plan: 'basic' }],
          ['close_ticket', { ticket: 12 }, 'ok'],
        ],
      },
      { customer: 'CUS-1002' },
      'ticket',
    ],
  ];

  it.each(unexplained)('%s is asked for', async (_, work, inputs, parameter) => {
    const agent = await saved(work);
    const world = Object.fromEntries(work.calls.map(([tool, , result]) => [tool, result]));
    await expect(replayed(agent, world, inputs)).rejects.toThrow(`"inputs.${parameter}"`);
  });

  it.each(unexplained)('%s is repeated with the recorded inputs', async (_, work) => {
    const agent = await saved(work);
    const world = Object.fromEntries(work.calls.map(([tool, , result]) => [tool, result]));
    const { status, writes } = await replayed(agent, world);
    const [tool, given] = work.calls[1] ?? [];
    expect([status, writes]).toEqual(['completed', [[tool, given]]]);
  });

  it('37 that was 42 less 5 is calculated again', async () => {
    const agent = await saved({
      task: 'Sell some of an item',
      inputs: { sku: 'MUG-101', sold: 5 },
      calls: [
        ['get_stock', { sku: 'MUG-101' }, { sku: 'MUG-101', stock: 42 }],
        ['set_stock', { sku: 'MUG-101', qty: 37 }, 'ok'],
      ],
    });
    const world = { get_stock: { sku: 'MUG-102', stock: 88 }, set_stock: 'ok' };
    const { writes } = await replayed(agent, world, { sku: 'MUG-102', sold: 6 });
    expect(writes).toEqual([['set_stock', { sku: 'MUG-102', qty: 82 }]]);
  });

  it('a word of the task and a switch are asked for; a constant says why it is one', async () => {
    const agent = await saved({
      task: 'Move a ticket to review',
      inputs: { ticket: 'T-1001' },
      calls: [['move_ticket', { id: 'T-1001', to: 'review', notify: true, comment: '' }, 'ok']],
    });
    const { plan } = await agent.templates.show('work');
    expect(plan[0]?.arguments).toMatchObject({
      members: {
        to: { from: 'parameter', name: 'to' },
        notify: { from: 'parameter', name: 'notify' },
        comment: { from: 'constant', value: '', because: 'empty' },
      },
    });
  });
});

describe('TPL-6 a look is made again although nothing takes a value from it', () => {
  it('the check before a toggle', async () => {
    const agent = await saved({
      task: 'Switch the data of a line on',
      inputs: { line: 'L-1001' },
      calls: [
        ['get_data', { line: 'L-1001' }, { data: 'off' }],
        ['toggle_data', { line: 'L-1001' }, { data: 'on' }],
      ],
    });
    const line = { line: 'L-1002' };
    const off = await replayed(agent, { get_data: { data: 'off' }, toggle_data: { data: 'on' } }, line);
    expect([off.status, off.writes.length]).toEqual(['completed', 1]);
    const on = await replayed(agent, { get_data: { data: 'on' }, toggle_data: { data: 'off' } }, line);
    expect([on.status, on.writes]).toEqual(['diverged', []]);
  });

  it('the listing before a new file', async () => {
    const agent = await saved({
      task: 'Add the notes of a meeting',
      inputs: { meeting: 'M-1001' },
      calls: [
        ['list_files', { folder: 'M-1001' }, ['agenda.md', 'people.md']],
        ['create_file', { folder: 'M-1001', name: 'notes.md' }, 'ok'],
      ],
    });
    const world = (...files: string[]) => ({ list_files: files, create_file: 'ok' });
    const meeting = { meeting: 'M-1002', name: 'notes.md' };
    const empty = await replayed(agent, world('agenda.md', 'people.md'), meeting);
    expect([empty.status, empty.writes.length]).toEqual(['completed', 1]);
    const taken = await replayed(agent, world('agenda.md', 'notes.md'), meeting);
    expect([taken.status, taken.writes]).toEqual(['diverged', []]);
  });

  it('the count before an insert', async () => {
    const mail = (name: string) => `${name}@acme.example`;
    const agent = await saved({
      task: 'Register a customer',
      inputs: { mail: mail('ada1001') },
      calls: [
        [
          'query',
          { sql: `select count(*) as n from customers where mail = '${mail('ada1001')}'` },
          [{ n: 0 }],
        ],
        ['execute', { sql: `insert into customers (mail) values ('${mail('ada1001')}')` }, 'ok'],
      ],
    });
    const inputs = { mail: mail('bob2002') };
    const fresh = await replayed(agent, { query: [{ n: 0 }], execute: 'ok' }, inputs);
    expect(fresh.writes).toEqual([
      ['execute', { sql: `insert into customers (mail) values ('${mail('bob2002')}')` }],
    ]);
    const known = await replayed(agent, { query: [{ n: 1 }], execute: 'ok' }, inputs);
    expect([known.status, known.writes]).toEqual(['diverged', []]);
  });
});

describe('TPL-6 an answer about another entity may differ in data, not in what may decide', () => {
  const order = (id: string, total: number, more: JsonObject = {}): JsonObject => ({
    id,
    phase: 'OPEN',
    lines: [{ sku: `${id}-1` }],
    refunded_at: null,
    total,
    ...more,
  });
  const refund: Work = {
    task: 'Refund an order',
    inputs: { order: 'ORD-1001' },
    calls: [
      ['get_order', { id: 'ORD-1001' }, order('ORD-1001', 120.5)],
      ['refund', { id: 'ORD-1001', amount: 120.5 }, 'ok'],
    ],
  };
  const now = async (answer: Json) =>
    replayed(await saved(refund), { get_order: answer, refund: 'ok' }, { order: 'ORD-1002' });

  it('other numbers and ids are followed', async () => {
    const { writes } = await now(order('ORD-1002', 99.5));
    expect(writes).toEqual([['refund', { id: 'ORD-1002', amount: 99.5 }]]);
  });

  it.each<[string, Json]>([
    ['a state in capitals, under a name nobody knows', order('ORD-1002', 99.5, { phase: 'REFUNDED' })],
    ['a list that is empty', order('ORD-1002', 99.5, { lines: [] })],
    ['a date where there was none', order('ORD-1002', 99.5, { refunded_at: '2026-11-01' })],
    [
      'a member that is missing',
      { id: 'ORD-1002', phase: 'OPEN', lines: [{ sku: 'ORD-1002-1' }], total: 99.5 },
    ],
    ['a member that is new', order('ORD-1002', 99.5, { dispute: 'open' })],
    ['the entity of the recorded run', order('ORD-1001', 120.5)],
    ['nothing', null],
    ['an empty object', {}],
  ])('%s stops it before the write', async (_, answer) => {
    const { report, status, writes } = await now(answer);
    expect([status, writes]).toEqual(['diverged', []]);
    expect(report.divergence).toMatchObject({ call: 1, tool: 'get_order', remaining: ['refund'] });
  });

  it('the same question must have the same answer, leaf by leaf', async () => {
    const agent = await saved(refund);
    const other = { get_order: order('ORD-1001', 120.4), refund: 'ok' };
    const { report, writes } = await replayed(agent, other);
    expect(report.divergence).toMatchObject({ expected: '120.5', found: '120.4' });
    expect(writes).toEqual([]);
  });
});

describe('TPL-6 plain text has a structure', () => {
  it('a value of a line is taken, and another line is guarded', async () => {
    const invoice = (id: string, state: string, iban: string, total: string) =>
      `Invoice: ${id}\nState: ${state}\nIBAN: ${iban}\nTotal: ${total}`;
    const agent = await saved({
      task: 'Pay an invoice',
      inputs: { invoice: 'INV-1001' },
      calls: [
        ['get_invoice', { id: 'INV-1001' }, invoice('INV-1001', 'open', 'DE8937', '120.50')],
        ['pay', { iban: 'DE8937', amount: '120.50' }, 'ok'],
      ],
    });
    const now = (state: string) =>
      replayed(
        agent,
        { get_invoice: invoice('INV-1002', state, 'FR7630', '99.10'), pay: 'ok' },
        { invoice: 'INV-1002' },
      );
    expect((await now('open')).writes).toEqual([['pay', { iban: 'FR7630', amount: '99.10' }]]);
    expect((await now('disputed')).writes).toEqual([]);
  });

  it('a row of a table is that of the entity that was asked for', async () => {
    const table = (...rows: readonly string[]) => ['NAME     STATE    PID', ...rows].join('\n');
    const agent = await saved({
      task: 'Restart a service',
      inputs: { service: 'svc-101' },
      calls: [
        ['list_services', { around: 'svc-101' }, table('svc-101  stopped  4711', 'svc-999  running  4712')],
        ['restart', { service: 'svc-101' }, 'ok'],
      ],
    });
    const now = (...rows: readonly string[]) =>
      replayed(agent, { list_services: table(...rows), restart: 'ok' }, { service: 'svc-202' });
    const stopped = await now('svc-202  stopped  5711', 'svc-999  running  4712');
    expect(stopped.writes).toEqual([['restart', { service: 'svc-202' }]]);
    // The same words, but those of the other service.
    const swapped = await now('svc-202  running  5711', 'svc-999  stopped  4712');
    expect([swapped.status, swapped.writes]).toEqual(['diverged', []]);
  });

  it.each<[string, string, number]>([
    ['other data in its slots', 'Room R-202 has 8 seats and is free.', 1],
    ['another word', 'Room R-202 has 8 seats and is taken.', 0],
    ['another entity', 'Room R-101 has 12 seats and is free.', 0],
  ])('a sentence with %s', async (_, answer, writes) => {
    const agent = await saved({
      task: 'Book a room',
      inputs: { room: 'R-101' },
      calls: [
        ['get_room', { room: 'R-101' }, 'Room R-101 has 12 seats and is free.'],
        ['book_room', { room: 'R-101' }, 'ok'],
      ],
    });
    const now = await replayed(agent, { get_room: answer, book_room: 'ok' }, { room: 'R-202' });
    expect(now.writes).toHaveLength(writes);
  });

  it('a file with one line changed is changed in the same line', async () => {
    const file = (name: string, version: string) => `name = ${name}\nversion = ${version}\n`;
    const agent = await saved({
      task: 'Raise the version of an app',
      inputs: { app: 'shop-101' },
      calls: [
        ['read_file', { path: 'shop-101' }, file('shop-101', '1.4.2')],
        ['write_file', { path: 'shop-101', content: file('shop-101', '1.4.3') }, 'ok'],
      ],
    });
    const now = (content: string) =>
      replayed(agent, { read_file: content, write_file: 'ok' }, { app: 'desk-202' });
    expect((await now(file('desk-202', '2.0.7'))).writes).toEqual([
      ['write_file', { path: 'desk-202', content: file('desk-202', '2.0.8') }],
    ]);
    expect((await now(`${file('desk-202', '2.0.7')}frozen = yes\n`)).writes).toEqual([]);
  });
});

describe('TPL-6 a failure inside a success is a failure, and an error may come after the effect', () => {
  const publish: Work = {
    task: 'Publish a build',
    inputs: { build: 'B-1001' },
    calls: [
      ['get_build', { id: 'B-1001' }, { id: 'B-1001', checks: [{ verdict: 'PASSED' }] }],
      ['get_log', { id: 'B-1001' }, 'Build B-1001 took 12 s.'],
      ['publish', { id: 'B-1001' }, 'Build B-1001 is published.'],
      ['send_mail', { about: 'B-1001' }, 'ok'],
    ],
  };
  const inputs = { build: 'B-1002' };
  const world = {
    get_build: { id: 'B-1002', checks: [{ verdict: 'PASSED' }] },
    get_log: 'Build B-1002 took 14 s.',
    publish: 'Build B-1002 is published.',
    send_mail: 'ok',
  };

  it('when nothing fails, everything is done', async () => {
    const { status, writes } = await replayed(await saved(publish), world, inputs);
    expect([status, writes.length]).toEqual(['completed', 2]);
  });

  it.each<[string, Readonly<Record<string, Json>>]>([
    ['FAILED somewhere inside', { get_build: { id: 'B-1002', checks: [{ verdict: 'FAILED' }] } }],
    ['the page of a gateway', { get_log: '<html><body><h1>502 Bad Gateway</h1></body></html>' }],
    ['an error as a text', { get_log: 'Error: no such build' }],
  ])('a look that answers %s', async (_, answers) => {
    const { status, writes } = await replayed(await saved(publish), { ...world, ...answers }, inputs);
    expect([status, writes]).toEqual(['diverged', []]);
  });

  it.each<[string, Json]>([
    ['that it failed', 'Build B-1002 is not published.'],
    ['the page of a gateway', '<html><title>502 Bad Gateway</title></html>'],
  ])('a write that answers %s was made, and the next one is not', async (_, answer) => {
    const agent = await saved(publish);
    const { report, writes } = await replayed(agent, { ...world, publish: answer }, inputs);
    expect(report).toMatchObject({
      status: 'diverged',
      divergence: { call: 3, remaining: ['send_mail'] },
    });
    expect(writes).toEqual([['publish', { id: 'B-1002' }]]);
  });

  const throwing = (error: Error) => () => {
    throw error;
  };

  it.each<[string, Error]>([
    ['an error of the server', new Error('500 Internal Server Error')],
    ['a refusal', new Error('409 Conflict')],
    ['a connection that broke', Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })],
  ])('a write that fails with %s is uncertain, never undone', async (_, error) => {
    const agent = await saved(publish);
    const { report, writes } = await replayed(agent, { ...world, publish: throwing(error) }, inputs);
    expect(report).toMatchObject({
      status: 'failed',
      divergence: { call: 3, uncertain: true, remaining: ['send_mail'] },
    });
    expect(writes).toHaveLength(1);
  });

  it('a write that was never sent is still to be done', async () => {
    const refused = new EngramError('timeout', 'Not connected.', { details: { mayHaveActed: false } });
    const agent = await saved(publish);
    const { report } = await replayed(agent, { ...world, publish: throwing(refused) }, inputs);
    expect(report.divergence).toMatchObject({ call: 3, remaining: ['publish', 'send_mail'] });
    expect(report.divergence).not.toHaveProperty('uncertain');
  });
});

describe('TPL-6 a second run relaxes what it shows, and removes no guard', () => {
  const files = (...names: readonly string[]) => ({ files: names.map((name) => ({ name })) });
  const remove = (folder: string, names: readonly string[], name: string): Work => ({
    task: 'Delete a file of a folder',
    inputs: { folder },
    calls: [
      ['list_files', { folder }, files(...names)],
      ['delete_file', { name }, 'ok'],
    ],
  });

  it('the first of three and the last of three follow no rule: the item is asked for', async () => {
    const agent = await saved(
      remove('F-1001', ['a-101', 'b-102', 'c-103'], 'a-101'),
      remove('F-1002', ['d-201', 'e-202', 'f-203'], 'f-203'),
    );
    const world = { list_files: files('g-301', 'h-302', 'i-303'), delete_file: 'ok' };
    await expect(replayed(agent, world, { folder: 'F-1003' })).rejects.toThrow('"inputs.name"');
    const absent = await replayed(agent, world, { folder: 'F-1003', name: 'x-999' });
    expect([absent.status, absent.writes]).toEqual(['diverged', []]);
  });

  it('an item that both tasks name is not the first one by accident', async () => {
    const named = (folder: string, names: readonly string[], name: string): Work => ({
      ...remove(folder, names, name),
      task: `Delete ${name}`,
    });
    const agent = await saved(
      named('F-1001', ['a-101', 'b-102'], 'a-101'),
      named('F-1002', ['d-201', 'e-202'], 'd-201'),
    );
    const world = { list_files: files('g-301', 'h-302'), delete_file: 'ok' };
    const { writes } = await replayed(agent, world, { folder: 'F-1003', name: 'h-302' });
    expect(writes).toEqual([['delete_file', { name: 'h-302' }]]);
    await expect(replayed(agent, world, { folder: 'F-1003' })).rejects.toThrow('"inputs.name"');
    const other = await replayed(agent, world, { folder: 'F-1003', name: 'a-101' });
    expect([other.status, other.writes]).toEqual(['diverged', []]);
  });

  const close = (id: string, ticket: JsonObject): Work => ({
    task: 'Close a ticket',
    inputs: { id },
    calls: [
      ['get_ticket', { id }, { id, ...ticket }],
      ['close_ticket', { id }, 'ok'],
    ],
  });

  it('what was the same in both runs stays a guard', async () => {
    const solved = { state: 'solved', locked: false };
    const agent = await saved(
      close('T-1001', { ...solved, owner: 'Ann' }),
      close('T-1002', { ...solved, owner: 'Bob' }),
    );
    const now = (ticket: JsonObject) =>
      replayed(agent, { get_ticket: { id: 'T-1003', ...ticket }, close_ticket: 'ok' }, { id: 'T-1003' });
    expect((await now({ ...solved, owner: 'Ann' })).status).toBe('completed');
    expect((await now({ ...solved, owner: 'Bob', locked: true })).writes).toEqual([]);
    expect((await now({ ...solved, owner: 'Bob', state: 'open' })).writes).toEqual([]);
  });

  it('what one run did not show may be missing, and may not be anything else', async () => {
    const agent = await saved(
      close('T-1001', { state: 'solved', locked: false }),
      close('T-1002', { state: 'solved' }),
    );
    const now = (ticket: JsonObject) =>
      replayed(agent, { get_ticket: { id: 'T-1003', ...ticket }, close_ticket: 'ok' }, { id: 'T-1003' });
    expect((await now({ state: 'solved' })).status).toBe('completed');
    const locked = await now({ state: 'solved', locked: true });
    expect([locked.status, locked.writes]).toEqual(['diverged', []]);
  });

  it('two states that went well do not allow a third', async () => {
    const agent = await saved(close('T-1001', { state: 'SOLVED' }), close('T-1002', { state: 'STALE' }));
    const now = (state: string) =>
      replayed(agent, { get_ticket: { id: 'T-1003', state }, close_ticket: 'ok' }, { id: 'T-1003' });
    expect((await now('STALE')).status).toBe('completed');
    expect((await now('OPEN')).writes).toEqual([]);
  });

  it('a name that also stands inside an address is taken from where it is a name', async () => {
    const write = (customer: string, name: string): Work => ({
      task: 'Write to a customer',
      inputs: { customer },
      calls: [
        ['get_customer', { id: customer }, { name, address: `${name} Street 5` }],
        ['send_letter', { to: name }, 'ok'],
      ],
    });
    const agent = await saved(write('CUS-1001', 'Ann'), write('CUS-1002', 'Bob'));
    const { plan } = await agent.templates.show('work');
    expect(plan[1]?.arguments).toMatchObject({
      members: { to: { from: 'result', step: 0, path: '$.name' } },
    });
  });

  it('ids that exist only after an earlier call are taken from it, not asked for', async () => {
    const open = (title: string, id: string): Work => ({
      task: 'Open a ticket and comment it',
      inputs: { title },
      calls: [
        ['create_ticket', { title }, { id }],
        ['add_comment', { ticket: id, text: `Opened as ${id}` }, 'ok'],
      ],
    });
    const agent = await saved(open('Lamp 1001', 'T-5001'), open('Lamp 1002', 'T-6002'));
    const world = { create_ticket: { id: 'T-7003' }, add_comment: 'ok' };
    const { writes } = await replayed(agent, world, { title: 'Lamp 1003' });
    expect(writes.at(-1)).toEqual(['add_comment', { ticket: 'T-7003', text: 'Opened as T-7003' }]);
  });
});

describe('TPL-6 numbers keep their digits, and small ones are no proof', () => {
  it('an id beyond 2^53 stays itself', async () => {
    const account = (id: string, handle: string) => `{"id": ${id}, "handle": "${handle}"}`;
    const agent = await saved({
      task: 'Follow an account',
      inputs: { handle: 'h-1001' },
      calls: [
        ['get_account', { handle: 'h-1001' }, account('9007199254740993', 'h-1001')],
        ['follow', { id: '9007199254740993' }, 'ok'],
      ],
    });
    const world = { get_account: account('9007199254740995', 'h-1002'), follow: 'ok' };
    const { writes } = await replayed(agent, world, { handle: 'h-1002' });
    expect(writes).toEqual([['follow', { id: '9007199254740995' }]]);
  });

  const pack = (sku: string, size: number): Work => ({
    task: 'Set the size of a pack',
    inputs: { sku },
    calls: [
      ['get_item', { sku }, { sku, pack_size: size }],
      ['update_item', { sku, pack_size: size }, 'ok'],
    ],
  });
  const world = { get_item: { sku: 'MUG-103', pack_size: 8 }, update_item: 'ok' };

  it('a small number is followed where it has the same name', async () => {
    const { writes } = await replayed(await saved(pack('MUG-101', 6)), world, { sku: 'MUG-103' });
    expect(writes).toEqual([['update_item', { sku: 'MUG-103', pack_size: 8 }]]);
  });

  it.each([2, 7, 42])('an input of %d is not another number that happens to be equal', async (number) => {
    const agent = await saved({
      task: 'Order a mug',
      inputs: { quantity: number },
      calls: [['create_order', { quantity: number, warehouse: number }, 'ok']],
    });
    const again = replayed(agent, { create_order: 'ok' }, { quantity: 9 });
    await expect(again).rejects.toThrow('"inputs.warehouse"');
  });
});

describe('TPL-6 text is put together with care', () => {
  it('a quantity is not replaced inside a date', async () => {
    const agent = await saved({
      task: 'Order mugs for 2026-12-24',
      inputs: { quantity: 12 },
      calls: [['create_order', { quantity: 12, text: '12 mugs for 2026-12-24' }, 'ok']],
    });
    const { parameters, plan } = await agent.templates.show('work');
    expect(JSON.stringify(plan[0]?.arguments)).toContain(' mugs for 2026-12-24');
    expect(parameters.map(({ name }) => name)).toEqual(['quantity', 'text']);
    const again = replayed(agent, { create_order: 'ok' }, { quantity: 30 });
    await expect(again).rejects.toThrow('"inputs.text"');
  });

  const rename: Work = {
    task: 'Rename a person',
    inputs: { id: 'P-1001', name: 'Ann Lee' },
    calls: [['execute', { sql: "update people set name = 'Ann Lee' where id = 'P-1001'" }, 'ok']],
  };

  it.each<[string, string, string]>([
    ['a quotation mark in a name', "Eve O'Hara", "Eve O''Hara"],
    ['a statement in a name', "x'; drop table people; --", "x''; drop table people; --"],
  ])('%s does not change an SQL statement', async (_, name, written) => {
    const { writes } = await replayed(await saved(rename), { execute: 'ok' }, { id: 'P-1002', name });
    expect(writes).toEqual([
      ['execute', { sql: `update people set name = '${written}' where id = 'P-1002'` }],
    ]);
  });

  it('a sign that no recorded value had stops where programs read the text', async () => {
    const agent = await saved({
      task: 'Read https://shop.example/orders/ of a customer',
      inputs: { customer: 'CUS-1001' },
      calls: [['get_page', { url: 'https://shop.example/orders/CUS-1001' }, 'ok']],
    });
    const { report, writes } = await replayed(agent, { get_page: 'ok' }, { customer: '../admin' });
    expect([report.status, writes]).toEqual(['diverged', []]);
  });
});

describe('TPL-6 a write that may have been made is not made again', () => {
  it('by the model that a replay is handed to, whatever the error was', async () => {
    const refunds: JsonObject[] = [];
    const given = { order: 'ORD-1002', amount: 99.5 };
    const model = scriptedModel([
      { requests: [{ id: 'again', tool: 'refund', arguments: given }] },
      { text: 'It may have been refunded; somebody must look.' },
    ]);
    const engram = await openForTest({ model, templates: { synthesis: { by: 'rules' } } });
    const agent = engram.agent('alice');
    const run = await recorded(agent, {
      task: 'Refund an order',
      inputs: { order: 'ORD-1001' },
      calls: [
        ['get_order', { id: 'ORD-1001' }, { id: 'ORD-1001', total: 120.5 }],
        ['refund', { order: 'ORD-1001', amount: 120.5 }, 'ok'],
      ],
    });
    await agent.templates.save({ run, name: 'work', approve: true });
    const tools = {
      get_order: ({ id }: JsonObject) => ({ id, total: 99.5 }),
      refund: (toolArguments: JsonObject) => {
        refunds.push(toolArguments);
        throw new Error('500 Internal Server Error');
      },
    };
    const inputs = { order: 'ORD-1002' };
    const report = (await agent.templates.run(
      { id: 'work', inputs, asRecorded: Object.keys(inputs).length === 0 },
      tools,
    )) as TemplateRun;
    expect(report.divergence).toMatchObject({ call: 2, uncertain: true, remaining: [] });
    expect(refunds).toEqual([given]);
  });
});
