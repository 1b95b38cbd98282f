import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, TemplateRun, View } from '../../src/index.ts';
import { saved, type Work } from './recorded-work.ts';

type Call = readonly [tool: string, given: JsonObject, result: Json];

/** A replay with other inputs: how it ended, and what each tool was given. */
async function replayed(agent: View, answers: Readonly<Record<string, Json>>, inputs: JsonObject) {
  const made: Array<[string, JsonObject]> = [];
  const tools = Object.fromEntries(
    Object.entries(answers).map(([tool, answer]) => [
      tool,
      (given: JsonObject) => {
        made.push([tool, given]);
        return answer;
      },
    ]),
  );
  const { status } = (await agent.templates.run(
    { id: 'work', inputs, asRecorded: Object.keys(inputs).length === 0 },
    tools,
  )) as TemplateRun;
  return { status, made };
}

describe('TPL-6 a value inside a command stays one word of it', () => {
  const pack: Work = {
    task: 'Run tar cf a.tar with a folder',
    inputs: { folder: 'photos' },
    calls: [['run_command', { command: 'tar cf a.tar photos' }, 'ok']],
  };

  const second: Work = {
    ...pack,
    inputs: { folder: 'letters' },
    calls: [['run_command', { command: 'tar cf a.tar letters' }, 'ok']],
  };

  it('another folder is packed', async () => {
    const { made } = await replayed(
      await saved(pack, second),
      { run_command: 'ok' },
      { folder: 'letters-2026' },
    );
    expect(made).toEqual([['run_command', { command: 'tar cf a.tar letters-2026' }]]);
  });

  it.each(['photos; rm -rf b', 'photos b', '-rf', '..', '$(reboot)', 'a\nreboot', '*'])(
    '%j stops it before anything is run',
    async (folder) => {
      const { status, made } = await replayed(await saved(pack, second), { run_command: 'ok' }, { folder });
      expect([status, made]).toEqual(['diverged', []]);
    },
  );

  it('two words are followed when a run has shown that they are meant', async () => {
    const other: Work = {
      ...pack,
      inputs: { folder: 'my letters' },
      calls: [['run_command', { command: 'tar cf a.tar my letters' }, 'ok']],
    };
    const agent = await saved(pack, other);
    const { made } = await replayed(agent, { run_command: 'ok' }, { folder: 'old bills' });
    expect(made).toEqual([['run_command', { command: 'tar cf a.tar old bills' }]]);
  });

  it('a name of more words is followed in a sentence', async () => {
    const mail = (customer: string): Work => ({
      task: 'Write to a customer: Dear … please pay.',
      inputs: { customer },
      calls: [['send_mail', { text: `Dear ${customer}, please pay.` }, 'ok']],
    });
    const agent = await saved(mail('Acme Corp'), mail('Beta Corp'));
    const { made } = await replayed(agent, { send_mail: 'ok' }, { customer: 'Müller & Söhne' });
    expect(made).toEqual([['send_mail', { text: 'Dear Müller & Söhne, please pay.' }]]);
  });
});

describe('TPL-6 an equal number of an answer is no proof', () => {
  const count = (sku: string, shelf: number, amount: number): Work => ({
    task: 'Order more of an item',
    inputs: { sku },
    calls: [
      ['get_item', { sku }, { sku, shelf, weight: 1.25 }],
      ['create_order', { sku, amount }, 'ok'],
    ],
  });
  const world = { get_item: { sku: 'MUG-103', shelf: 44, weight: 1.75 }, create_order: 'ok' };
  const inputs = { sku: 'MUG-103' };

  it.each([12, 31, 84])('shelf %d is not the amount, which is asked for', async (number) => {
    const agent = await saved(count('MUG-101', number, number));
    await expect(replayed(agent, world, inputs)).rejects.toThrow('"inputs.amount"');
  });

  it('a second run confirms that it is', async () => {
    const agent = await saved(count('MUG-101', 31, 31), count('MUG-102', 57, 57));
    const { made } = await replayed(agent, world, inputs);
    expect(made.at(-1)).toEqual(['create_order', { sku: 'MUG-103', amount: 44 }]);
  });

  it('a second run refutes that it is', async () => {
    const agent = await saved(count('MUG-101', 31, 31), count('MUG-102', 57, 60));
    await expect(replayed(agent, world, inputs)).rejects.toThrow('"inputs.amount"');
  });

  it.each<[string, Json]>([
    ['as a text', { sku: 'MUG-101', shelf: '31', weight: 1.25 }],
    ['in a line', 'Item: MUG-101\nShelf: 31\nWeight: 1.25'],
    [
      'in the item that the input names',
      [
        { sku: 'MUG-101', shelf: 31 },
        { sku: 'CUP-1', shelf: 7 },
      ],
    ],
    ['as how many there are', { rows: Array.from({ length: 31 }, (_, at) => `row-${at + 100}`) }],
  ])('nor is it one %s', async (_, answer) => {
    const agent = await saved({
      ...count('MUG-101', 31, 31),
      calls: [
        ['get_item', { sku: 'MUG-101' }, answer],
        ['create_order', { sku: 'MUG-101', amount: 31 }, 'ok'],
      ],
    });
    await expect(replayed(agent, { ...world, get_item: answer }, inputs)).rejects.toThrow('"inputs.amount"');
  });

  it('the number that a new thing was given names it', async () => {
    const agent = await saved({
      task: 'Open a ticket and close it',
      inputs: { title: 'Lamp 1001' },
      calls: [
        ['create_ticket', { title: 'Lamp 1001' }, { id: 31 }],
        ['close', { ticket: 31 }, 'ok'],
      ],
    });
    const { made } = await replayed(
      agent,
      { create_ticket: { id: 44 }, close: 'ok' },
      { title: 'Lamp 1002' },
    );
    expect(made.at(-1)).toEqual(['close', { ticket: 44 }]);
  });

  it('the number that a call about such things answered names one of them', async () => {
    const rows = (project: string): readonly Call[] => [
      ['create_record', { table: 'projects', name: project }, { insertedId: 17 }],
      ['create_record', { table: 'members', project: 17 }, { insertedId: 90 }],
    ];
    const work = { task: 'Add projects and members', inputs: { name: 'P-1001' }, calls: rows('P-1001') };
    const { plan } = await (await saved(work)).templates.show('work');
    expect(plan[1]?.arguments).toMatchObject({
      members: { project: { from: 'result', step: 0, path: '$.insertedId' } },
    });
  });
});
