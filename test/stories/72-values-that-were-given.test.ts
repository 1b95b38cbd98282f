import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, TemplateRun, View } from '../../src/index.ts';
import { asRefusal } from '../../src/testing/refusal.ts';
import { recorded, saved, type Work } from './recorded-work.ts';

/** Tools that write down what they change. */
function desk() {
  const made: JsonObject[] = [];
  const write = (given: JsonObject): Json => {
    made.push(given);
    return 'ok';
  };
  return { made, tools: { pay: write, mail: write, login: write, get_invoice: () => ({ open: true }) } };
}

/** What a run was refused with, or how it ended, and what it changed. */
async function ran(agent: View, input: JsonObject) {
  const { made, tools } = desk();
  const end = await agent.templates.run({ id: 'work', ...input } as never, tools).catch(asRefusal);
  return { end, made };
}

const mailing: Work = {
  task: 'Send an article',
  inputs: { customer: 'c1', article: 'A-1001', hold: 0 },
  calls: [['mail', { to: 'c1', article: 'A-1001' }, 'ok']],
};

describe('TPL-6 a template that writes', () => {
  it('calls nothing until every input is given, also one that no call uses, and names all that are missing', async () => {
    const agent = await saved(mailing);
    for (const [inputs, missing] of [
      [{}, ['customer', 'article', 'hold']],
      [{ customer: 'c2' }, ['article', 'hold']],
      [{ customer: 'c2', article: 'A-2002' }, ['hold']],
      [{ customer: 'c2', article: '', hold: null }, ['article', 'hold']],
    ] as const) {
      const { end, made } = await ran(agent, { inputs });
      expect(end).toMatchObject({ code: 'invalid_input', details: { missing } });
      expect(String(end)).not.toContain('ecorded');
      expect(made).toEqual([]);
    }
    const all = { customer: 'c2', article: 'A-2002', hold: 0 };
    expect((await ran(agent, { inputs: all })).made).toEqual([{ to: 'c2', article: 'A-2002' }]);
    const { parameters } = await agent.templates.show('work');
    expect(parameters.map(({ required }) => required)).toEqual([true, true, true]);
  });

  it('takes the values of a recorded run when the caller asks for them, and the report tells the mixture', async () => {
    const agent = await saved(mailing);
    const all = await ran(agent, { asRecorded: true });
    expect(all.made).toEqual([{ to: 'c1', article: 'A-1001' }]);
    const some = await ran(agent, { inputs: { customer: 'c2', article: 'A-2' }, asRecorded: ['hold'] });
    expect(some.end).toMatchObject({ status: 'completed', recorded: [{ parameter: 'hold', value: 0 }] });
    const few = await ran(agent, { inputs: { customer: 'c2' }, asRecorded: ['hold'] });
    expect(few.end).toMatchObject({ code: 'invalid_input', details: { missing: ['article'] } });
  });

  it.each<[Json, Json]>([
    [0, 5],
    [3, 99_999],
    [true, false],
    ['2026-03-01', '2027-01-01'],
    ['', 'do not pay yet'],
    ['none', 'none at all'],
  ])('stops before anything is called when an input that no call uses was %j and is %j', async (was, now) => {
    const agent = await saved({
      task: 'Pay an invoice',
      inputs: { invoice: 'I-1001', hold: was },
      calls: [
        ['get_invoice', { id: 'I-1001' }, { open: true }],
        ['pay', { id: 'I-1001' }, 'ok'],
      ],
    });
    const { end, made } = await ran(agent, { inputs: { invoice: 'I-1001', hold: now } });
    expect(end).toMatchObject({ status: 'diverged', toolCalls: [] });
    expect(made).toEqual([]);
    expect((await ran(agent, { inputs: { invoice: 'I-1001', hold: was } })).made).toHaveLength(1);
  });

  it('stops for a list that no call uses and that is another', async () => {
    const agent = await saved({
      task: 'Pay',
      inputs: { notes: [] },
      calls: [['pay', { id: 'I-1001' }, 'ok']],
    });
    const asked = { inputs: { notes: ['do not pay'] }, asRecorded: true };
    expect(await ran(agent, asked)).toMatchObject({ end: { status: 'diverged' }, made: [] });
  });

  it('lets a model do it only with inputs, or a task in the words of the caller', async () => {
    const agent = await saved(mailing);
    const { end } = await ran(agent, { mode: 'adaptive', inputs: { customer: 'c2' } });
    expect(end).toMatchObject({ code: 'invalid_input', details: { missing: ['article', 'hold'] } });
    const begun = await agent.templates.begin({ id: 'work' }).catch(asRefusal);
    expect(begun).toMatchObject({ details: { missing: ['customer', 'article', 'hold'] } });
  });

  it('says in a dry run where values come from, and which were not given', async () => {
    const agent = await saved({
      inputs: { order: 'W-1001' },
      task: 'Ship',
      calls: [
        ['mail', { order: 'W-1001' }, { shipment: { id: 'S-77001' } }],
        ['pay', { shipment: 'S-77001', order: 'W-1001' }, 'ok'],
      ],
    });
    const { end } = await ran(agent, { dryRun: true });
    expect(end).toMatchObject({
      calls: [
        { preview: { order: 'not given: order' } },
        { preview: { shipment: 'from call 1: shipment.id', order: 'not given: order' } },
      ],
      asks: [{ parameter: 'order' }],
    });
  });
});

describe('TPL-6 a template that only looks', () => {
  it('may take recorded values, and says which', async () => {
    const agent = await saved({
      task: 'Look',
      inputs: { invoice: 'I-1001' },
      calls: [['get_invoice', { id: 'I-1001' }, { open: true }]],
    });
    expect((await ran(agent, {})).end).toMatchObject({
      status: 'completed',
      recorded: [{ parameter: 'invoice', value: 'I-1001' }],
    });
  });
});

describe('TPL-6 a value that is read from a task', () => {
  const paying = (task: string, invoice: Json, to: string): Work => ({
    task,
    inputs: {},
    calls: [['pay', { invoice, to }, 'ok']],
  });
  const told = 'Pay invoice INV-1001 to Ann';

  it.each([
    ['Pay invoice INV-1002 to Bob, but not before Friday'],
    ['Pay invoice INV-1002 to Bob and Carl'],
    ['Pay invoice INV-1002 to Bob tomorrow'],
    ['Pay invoice INV-1002 and INV-1003 to Bob'],
    ['Pay invoice not INV-1002 to Bob'],
    ['Pay invoice INV-1002, half of it, to Bob'],
    ['Pay invoice INV-1002 to "Bob"'],
    ['Do not pay invoice INV-1002 to Bob'],
    ['Pay invoice INV-1002 to Bob.'],
    ['Pay invoice INV-1002 to 李四但周五之前不要'],
  ])('has the form of the recorded one: %s', async (task) => {
    const agent = await saved(paying(told, 'INV-1001', 'Ann'));
    expect(await ran(agent, { task })).toMatchObject({ end: { code: 'invalid_input' }, made: [] });
  });

  it.each([
    [told, 'Pay invoice INV-77 to Bob', 'INV-1001', 'Ann', 'INV-77', 'Bob'],
    ['Pay 42 kg of I-1001 to Ann Lee', 'Pay 43 kg of I-1001 to Bob Ray', 42, 'Ann Lee', 43, 'Bob Ray'],
    ['INV-1001 goes to accounting', 'INV-1002 goes to legal', 'INV-1001', 'accounting', 'INV-1002', 'legal'],
  ])('is taken when the sentence says nothing else: %s', async (task, again, invoice, to, ...now) => {
    const agent = await saved({ ...paying(task, invoice, to), inputs: { invoice, to } });
    expect((await ran(agent, { task: again })).made).toEqual([{ invoice: now[0], to: now[1] }]);
  });

  it.each([
    ['Pay 42 kg of X to Ann', 'Pay 42 and 43 kg of X to Ann', 42],
    ['Pay 42 kg of X to Ann', 'Pay 42,43 kg of X to Ann', 42],
  ])('is one number where one was recorded: %s', async (task, again, number) => {
    const agent = await saved({ ...paying(task, number, 'Ann'), inputs: { invoice: number, to: 'Ann' } });
    expect(await ran(agent, { task: again })).toMatchObject({ end: { code: 'invalid_input' }, made: [] });
  });

  it('is given by name beside a task in other words, which is only a description then', async () => {
    const agent = await saved({
      ...paying(told, 'INV-1001', 'Ann'),
      inputs: { invoice: 'INV-1001', to: 'Ann' },
    });
    const inputs = { invoice: 'INV-1002', to: 'Bob' };
    for (const task of ['Please settle the invoice INV-1002 for Bob', 'Settle the next one'])
      expect((await ran(agent, { task, inputs })).made).toEqual([inputs]);
    for (const task of [
      'Please settle the invoice INV-1001 for Bob',
      'Please settle INV-1003',
      'Settle what Carl is owed',
      'Pay invoice INV-1002 to Bob, but not yet',
      'Pay invoice INV-1003 to Bob',
    ])
      expect(await ran(agent, { task, inputs })).toMatchObject({ end: { code: 'invalid_input' }, made: [] });
    expect((await ran(agent, { task: 'Settle the next one' })).end).toMatchObject({ code: 'invalid_input' });
  });

  it('may be in a task whose words held a password: its very own words are understood', async () => {
    const words = (user: string) => `Log in as ${user} with password=hunter2Zebra99 and stay`;
    const agent = await saved({
      task: words('mzhang'),
      inputs: { user: 'mzhang' },
      calls: [['login', { user: 'mzhang' }, 'ok']],
    });
    expect((await agent.templates.show('work')).task.description).toContain('[REDACTED:');
    const { end, made } = await ran(agent, { task: words('jdoe') });
    expect(end).toMatchObject({ status: 'completed' });
    expect(made).toEqual([{ user: 'jdoe' }]);
    const { runId } = end as unknown as TemplateRun;
    expect(JSON.stringify(await agent.runs.show(runId))).not.toContain('hunter2');
    const more = `${words('jdoe')} not before Friday`;
    expect((await ran(agent, { task: more })).made).toEqual([]);
  });
});

describe('TPL-9 a run that stopped half-way', () => {
  it('names the two ways on to whoever runs into it', async () => {
    const agent = await saved({
      task: 'Pay twice',
      inputs: { id: 'I-1001' },
      calls: [
        ['pay', { id: 'I-1001' }, 'ok'],
        ['mail', { id: 'I-1001' }, 'ok'],
      ],
    });
    const { tools } = desk();
    const broken = { ...tools, mail: () => Promise.reject(new Error('no route')) };
    const inputs = { id: 'I-1001' };
    await agent.templates.run({ id: 'work', inputs }, broken);
    const { end } = await ran(agent, { inputs });
    expect(end).toMatchObject({ code: 'conflict', details: { mayBeResumed: true } });
    expect(String(end)).toMatch(/Choose one: go on .* templates\.run\(\{ id: "work", resume: "run_/);
    expect(String(end)).toContain('or begin again with templates.run({ id: "work", anew: true })');
  });
});

it('TPL-6: what two runs showed to vary is asked for like everything else', async () => {
  const other = { ...mailing, inputs: { customer: 'c3', article: 'A-3003', hold: 0 } };
  const agent = await saved(mailing, { ...other, calls: [['mail', { to: 'c3', article: 'A-3003' }, 'ok']] });
  await recorded(agent, mailing);
  expect((await ran(agent, { inputs: { customer: 'c3' } })).end).toMatchObject({
    details: { missing: ['article', 'hold'] },
  });
});
