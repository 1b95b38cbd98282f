import { describe, expect, it } from 'vitest';
import type { ShownTemplate } from '../../src/records/template.ts';
import { type Identified, type World, worldForTest } from './world.ts';

/** A run that refunds an order: an amount nobody can explain, and a look at the weather that nothing uses. */
async function saved(world: World): Promise<void> {
  const run = await world.json<Identified>(
    ...['run', 'start', '--description', 'Refund order W1003', '--input', 'order=W1003'],
  );
  const step = (tool: string, given: object, result: object) =>
    world.json(
      ...['run', 'step', run.id, '--tool', tool, '--arguments', JSON.stringify(given)],
      ...['--result', JSON.stringify(result)],
    );
  await step('get_weather', {}, { sky: 'clear' });
  await step('get_order', { id: 'W1003' }, { id: 'W1003', customer: 'Ada', status: 'open', total: 228 });
  await step('refund_order', { id: 'W1003', amount: 20, note: 'goodwill' }, { ok: true });
  await world.json('run', 'finish', run.id, '--outcome', 'success');
  await world.json('template', 'save', '--run', run.id, '--name', 'refund');
}

const show = (world: World) => world.json<ShownTemplate>('template', 'show', 'refund');
const openPlaces = ({ explained }: ShownTemplate) =>
  explained.flatMap(({ arguments: given }) =>
    given.filter(({ state }) => state === 'open').map(({ place }) => place),
  );

describe('engram template approve on a terminal (TPL-11)', () => {
  it('asks about open arguments, guards and looks, and Enter keeps all of them', async () => {
    const world = worldForTest();
    await saved(world);
    // The amount, the weather and the order: Enter for each.
    const answers = ['', '', '', '', '', 'y'];
    const { code, out } = await world.run(['template', 'approve', 'refund'], { answers, columns: 80 });
    expect(code).toBe(0);
    expect(out).toContain('Nothing uses its answer');
    expect(out).toMatch(/\d\. \$\.status is "open"/);
    expect(out).toContain('$.amount was 20; nothing says why. Is it always so? [y/N]');
    const template = await show(world);
    expect(template).toMatchObject({ status: 'approved', version: 1, said: [] });
    expect(openPlaces(template)).toEqual(['3:$.amount', '3:$.note']);
  });

  it('keeps what was said as evidence, and shows it', async () => {
    const world = worldForTest();
    await saved(world);
    // The weather is not needed; of the order, the first guard (customer) does not matter; the note is always so.
    const answers = ['y', '1', 'n', 'y', 'y'];
    const { code } = await world.run(['template', 'approve', 'refund', '--reason', 'read it'], { answers });
    expect(code).toBe(0);
    const template = await show(world);
    expect(template).toMatchObject({ status: 'approved', version: 2 });
    expect(template.plan.map(({ tool }) => tool)).toEqual(['get_order', 'refund_order']);
    expect(template.said).toMatchObject([
      { what: 'free', tool: 'get_order', path: '$.customer', reason: 'read it' },
      { what: 'constant', tool: 'refund_order', path: '$.note' },
      { what: 'dropped', tool: 'get_weather' },
    ]);
    expect(openPlaces(template)).toEqual(['2:$.amount']);
    const { out } = await world.run(['template', 'show', 'refund']);
    expect(out).toContain('note = "goodwill" (constant: a person said so: ');
    expect(out).toMatch(/may be anything: \$\.customer \(a person said so: /);
    expect(out).toContain('get_weather (a person dropped it)');
  });

  it('asks again when an answer is none of the numbers', async () => {
    const world = worldForTest();
    await saved(world);
    const { code, out } = await world.run(['template', 'approve', 'refund'], {
      answers: ['n', '', 'n', '9', '2', '', '', 'y'],
    });
    expect(code).toBe(0);
    expect(out.match(/Numbers from 1 to 2, such as: 1, 2/g)).toHaveLength(2);
    expect((await show(world)).said).toMatchObject([{ what: 'free', path: '$.status' }]);
  });

  it('asks nothing with --yes: open arguments stay open', async () => {
    const world = worldForTest();
    await saved(world);
    const { code, out } = await world.run(['template', 'approve', 'refund', '--yes'], { answers: [] });
    expect(code).toBe(0);
    expect(out).not.toContain('[y/N]');
    expect(openPlaces(await show(world))).toHaveLength(2);
  });

  it('shows the calls that write, those that were only reported, and how the template was saved, before it asks', async () => {
    const world = worldForTest();
    await saved(world);
    const { out } = await world.run(['template', 'approve', 'refund'], { answers: [], columns: 80 });
    const told = out.slice(0, out.indexOf('[y/N]'));
    expect(told).toContain('refund writes: 3. refund_order');
    expect(told).toContain('Not seen by Engram, reported: 1. get_weather, 2. get_order, 3. refund_order');
    expect(told).toContain('Saved by a command that asked nothing, by the owner');
  });

  it.each([
    ['Enter', ['', '', '', '', '', '']],
    ['the end of the input', []],
    ['no', ['', '', '', '', '', 'n']],
  ])('approves nothing, and changes nothing, at %s to the last question', async (_what, answers) => {
    const world = worldForTest();
    await saved(world);
    const { out } = await world.run(['template', 'approve', 'refund'], { answers });
    expect(out).toMatch(/Approve it\? \[y\/N\] Not approved\.\n$/);
    expect(await show(world)).toMatchObject({ status: 'draft', approval: null, said: [], version: 1 });
  });
});

describe('engram template approve where nobody can be asked (TPL-11, CLI)', () => {
  it.each([
    ['without a terminal', [], undefined],
    ['with --json on a terminal', ['--json'], ['y', 'y', 'y', 'y', 'y', 'y']],
    ['with --json and without a terminal', ['--json'], undefined],
  ])('approves nothing %s, and asks for --yes', async (_where, flags, answers) => {
    const world = worldForTest();
    await saved(world);
    const { code, out, err } = await world.run(
      ['template', 'approve', 'refund', ...flags],
      answers === undefined ? {} : { answers },
    );
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('engram template show refund');
    expect(err).toContain('--yes');
    expect(await show(world)).toMatchObject({ status: 'draft', approval: null });
  });

  it('approves nothing for the program with its input from /dev/null', async () => {
    const world = worldForTest();
    await saved(world);
    expect(await world.start(['template', 'approve', 'refund'])).toMatchObject({ code: 2, out: '' });
    expect(await show(world)).toMatchObject({ status: 'draft' });
  });

  it('keeps and shows how the approval came: on a terminal, or by a flag', async () => {
    const world = worldForTest();
    await saved(world);
    await world.run(['template', 'approve', 'refund'], { answers: ['', '', '', '', '', 'y'] });
    expect((await show(world)).approval).toMatchObject({ by: null, door: 'terminal' });
    expect((await world.run(['template', 'show', 'refund'])).out).toMatch(
      /approved +on a terminal, by the owner, \d{4}-\d\d-\d\d/,
    );
    const approved = await world.json<ShownTemplate>('template', 'approve', 'refund', '--yes');
    expect(approved.approval).toMatchObject({ by: null, door: 'flag' });
    // On a terminal, too, a flag is a flag.
    await world.run(['template', 'approve', 'refund', '--yes'], { answers: [] });
    const { out } = await world.run(['template', 'show', 'refund']);
    expect(out).toMatch(/approved +by a command that asked nothing, by the owner/);
  });

  it('shows in a run, and in a template, how calls are known (CAP-1)', async () => {
    const world = worldForTest();
    await saved(world);
    const { sourceRunId } = await show(world);
    const { out } = await world.run(['run', 'show', sourceRunId]);
    expect(out).toMatch(/refund_order .* · reported/);
    expect((await world.run(['template', 'show', 'refund'])).out).toMatch(
      /3\. refund_order writes · reported/,
    );
  });
});

describe('engram template edit by a person (TPL-11)', () => {
  it('refuses to confirm what is not open, and to drop what is used', async () => {
    const world = worldForTest();
    await saved(world);
    const constant = await world.run(['template', 'edit', 'refund', '--constant', '3:$.id']);
    expect(constant).toMatchObject({ code: 2 });
    expect(constant.err).toContain('Open: 3:$.amount, 3:$.note.');
    const write = await world.run(['template', 'edit', 'refund', '--drop', '3']);
    expect(write.err).toContain('may change something');
  });

  it('lets a person confirm a constant and drop a look in one edit', async () => {
    const world = worldForTest();
    await saved(world);
    await world.json('template', 'edit', 'refund', '--constant', '3:$.note', '--drop', '1');
    expect((await show(world)).plan).toHaveLength(2);
    const { parameters } = await show(world);
    expect(parameters.map(({ name }) => name)).toEqual(['order', 'amount']);
  });
});
