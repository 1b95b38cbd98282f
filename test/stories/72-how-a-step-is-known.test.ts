import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject, Template, View } from '../../src/index.ts';
import { scriptedModel } from '../../src/testing/index.ts';
import { openForTest } from './open-for-test.ts';
import { recorded, type Work } from './recorded-work.ts';

/** The refund of an order. */
const refundOf = (id: string, order: JsonObject = { status: 'open' }): Work => ({
  task: `Refund order ${id}`,
  inputs: { id },
  calls: [
    ['get_order', { id }, { id, total: 20, ...order }],
    ['refund_order', { id }, { done: id }],
  ],
});

/** The same, as an agent reports it: nothing of it was seen. */
async function reported(view: View, { task, inputs, calls }: Work): Promise<string> {
  const run = await view.runs.start({ description: task, inputs });
  for (const [tool, given, result] of calls)
    await view.runs.step({ run: run.id, tool, arguments: given, result });
  await view.runs.finish({ id: run.id, outcome: 'success' });
  return run.id;
}

/** The same, as a transcript tells it. */
const transcriptOf = ({ task, calls }: Work): string =>
  JSON.stringify([
    { role: 'user', content: task },
    ...calls.flatMap(([name, given, result], index) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: `c${index}`, type: 'function', function: { name, arguments: JSON.stringify(given) } },
        ],
      },
      { role: 'tool', tool_call_id: `c${index}`, content: JSON.stringify(result) },
    ]),
  ]);

function transcriptFile(work: Work): string {
  const path = join(mkdtempSync(join(tmpdir(), 'engram-known-')), 'session.json');
  writeFileSync(path, transcriptOf(work));
  return path;
}

const alice = async () => (await openForTest()).agent('alice');

/** How the tool calls of a run are known. */
async function provenanceIn(view: View, run: string): Promise<string[]> {
  const { steps } = await view.runs.show(run);
  return steps.flatMap((step) => (step.kind === 'tool' ? [step.provenance] : []));
}

/** How the calls of a plan are known. */
const plannedAs = ({ plan }: Pick<Template, 'plan'>): string[] => plan.map(({ provenance }) => provenance);

const tools = {
  get_order: {
    readOnly: true,
    execute: ({ id }: { id: string }) => ({ id, total: 20, status: 'open' }),
  },
  refund_order: ({ id }: { id: string }) => ({ done: id }),
};

describe('CAP-1: how a step is known', () => {
  it('is decided by the door it came through', async () => {
    const agent = await alice();
    const wrapped = await recorded(agent, refundOf('W1'));
    expect(await provenanceIn(agent, wrapped)).toEqual(['wrapped', 'wrapped']);

    const told = await reported(agent, refundOf('W2'));
    expect(await provenanceIn(agent, told)).toEqual(['reported', 'reported']);

    const file = await agent.sessions.importFile(transcriptFile(refundOf('W3')));
    expect(await provenanceIn(agent, file.runs[0]?.runId ?? '')).toEqual(['transcript', 'transcript']);

    const sent = await agent.sessions.import({ format: 'openai', content: transcriptOf(refundOf('W4')) });
    expect(await provenanceIn(agent, sent.runs[0]?.runId ?? '')).toEqual(['reported', 'reported']);

    await agent.templates.save({ run: wrapped, name: 'refund', approve: true });
    const replay = await agent.templates.run({ id: 'refund', inputs: { id: 'W5' } }, tools);
    expect(replay).toMatchObject({ status: 'completed' });
    expect(await provenanceIn(agent, replay.runId)).toEqual(['made', 'made']);

    const begun = await agent.templates.begin({ id: 'refund', inputs: { id: 'W6' } });
    await begun.run.tools(tools).get_order({ id: 'W6' });
    expect(await provenanceIn(agent, begun.run.id)).toEqual(['wrapped']);
  });

  it('is made for the calls of an agent that Engram runs', async () => {
    const model = scriptedModel([
      { requests: [{ id: 'c1', tool: 'get_order', arguments: { id: 'W1' } }] },
      { text: 'It is open' },
    ]);
    const agent = (await openForTest({ model })).agent('alice');
    const { runId } = await agent.solve({ task: 'Look at order W1' }, tools);
    expect(await provenanceIn(agent, runId)).toEqual(['made']);
  });

  it('cannot be claimed by who reports it', async () => {
    const agent = await alice();
    const run = await agent.runs.start({ description: 'Refund order W1' });
    const claim = { run: run.id, tool: 'refund_order', provenance: 'made' };
    await expect(agent.runs.step(claim as never)).rejects.toMatchObject({ code: 'invalid_input' });
    const withClaim = transcriptOf(refundOf('W2')).replaceAll('"role"', '"provenance":"made","role"');
    const { runs } = await agent.sessions.import({ format: 'openai', content: withClaim });
    expect(await provenanceIn(agent, runs[0]?.runId ?? '')).toEqual(['reported', 'reported']);
    // Nor by what is added to a run that was recorded otherwise.
    const handle = await agent.startRun({ description: 'Refund order W3' });
    await handle.call('get_order', { id: 'W3' }, () => ({ id: 'W3' }));
    await agent.runs.step({ run: handle.id, tool: 'refund_order', arguments: { id: 'W3' } });
    expect(await provenanceIn(agent, handle.id)).toEqual(['wrapped', 'reported']);
  });
});

describe('TPL-6 TPL-11: a template of calls that were only reported', () => {
  it('is saved, approved by a person who is told, and replayed like any other', async () => {
    const agent = await alice();
    const saved = await agent.templates.save({ run: await reported(agent, refundOf('W1')), name: 'refund' });
    expect(plannedAs(saved)).toEqual(['reported', 'reported']);
    const shown = await agent.templates.show('refund');
    expect(shown.explained.map(({ provenance }) => provenance)).toEqual(['reported', 'reported']);
    await agent.templates.approve({ id: 'refund' });
    expect(await agent.templates.run({ id: 'refund', inputs: { id: 'W2' } }, tools)).toMatchObject({
      status: 'completed',
    });
  });

  it('counts as known by its weakest call, in all of its runs', async () => {
    const agent = await alice();
    const mixed = await agent.startRun({ description: 'Refund order W1', inputs: { id: 'W1' } });
    await mixed.call('get_order', { id: 'W1' }, () => ({ id: 'W1', total: 20, status: 'open' }));
    await agent.runs.step({
      run: mixed.id,
      tool: 'refund_order',
      arguments: { id: 'W1' },
      result: { done: 'W1' },
    });
    await mixed.finish({ outcome: 'success' });
    const first = await agent.templates.save({ run: mixed.id, name: 'mixed' });
    expect(plannedAs(first)).toEqual(['wrapped', 'reported']);
    // What was seen teaches what was reported; it is not known better by that.
    const seen = await recorded(agent, refundOf('W2'));
    expect(plannedAs(await agent.templates.learn({ id: 'mixed', run: seen }))).toEqual([
      'wrapped',
      'reported',
    ]);
  });
});

describe('TPL-6: the guards of a template of calls that were seen', () => {
  /** A template of a seen run: it stops unless the order is open. */
  async function seen() {
    const agent = await alice();
    await agent.templates.save({ run: await recorded(agent, refundOf('W1')), name: 'refund' });
    return agent;
  }
  const cancelled = refundOf('W2', { status: 'CANCELLED' });

  it('are not freed by a run that was only reported, nor by a transcript', async () => {
    const agent = await seen();
    const before = await agent.templates.show('refund');
    const told = await reported(agent, cancelled);
    await expect(agent.templates.learn({ id: 'refund', run: told })).rejects.toMatchObject({
      code: 'not_replayable',
      message: expect.stringContaining('only as reported'),
    });
    const { runs } = await agent.sessions.importFile(transcriptFile(cancelled), { outcome: 'success' });
    await expect(agent.templates.learn({ id: 'refund', run: runs[0]?.runId ?? '' })).rejects.toThrow(
      'only as transcript',
    );
    expect(await agent.templates.show('refund')).toEqual(before);
    const shop = { ...tools, get_order: () => ({ id: 'W3', total: 20, status: 'CANCELLED' }) };
    await agent.templates.approve({ id: 'refund' });
    expect(await agent.templates.run({ id: 'refund', inputs: { id: 'W3' } }, shop)).toMatchObject({
      status: 'diverged',
    });
  });

  it('are not freed by one reported call in a run whose other calls were seen', async () => {
    const agent = await seen();
    const handle = await agent.startRun({ description: 'Refund order W2', inputs: { id: 'W2' } });
    await handle.call('get_order', { id: 'W2' }, () => ({ id: 'W2', total: 20, status: 'CANCELLED' }));
    await agent.runs.step({
      run: handle.id,
      tool: 'refund_order',
      arguments: { id: 'W2' },
      result: { done: 'W2' },
    });
    await handle.finish({ outcome: 'success' });
    await expect(agent.templates.learn({ id: 'refund', run: handle.id })).rejects.toMatchObject({
      code: 'not_replayable',
      details: { tool: 'refund_order', provenance: 'reported' },
    });
  });

  it('are not freed where both runs are saved together', async () => {
    const agent = await alice();
    const [run, told] = [await recorded(agent, refundOf('W1')), await reported(agent, cancelled)];
    await expect(agent.templates.save({ run, further: [told], name: 'refund' })).rejects.toMatchObject({
      code: 'not_replayable',
    });
    // The other way round it is a template of reports, and says so.
    expect(plannedAs(await agent.templates.save({ run: told, further: [run], name: 'refund' }))).toEqual([
      'reported',
      'reported',
    ]);
  });

  it('are freed by another run that was seen', async () => {
    const agent = await seen();
    const learned = await agent.templates.learn({ id: 'refund', run: await recorded(agent, cancelled) });
    expect(learned.changes).toContainEqual(
      expect.objectContaining({ place: '1:$.status', change: 'relaxed' }),
    );
    expect(plannedAs(learned)).toEqual(['wrapped', 'wrapped']);
  });

  it('cannot be said to be of seen calls by an edit of the plan', async () => {
    const agent = await alice();
    const saved = await agent.templates.save({ run: await reported(agent, refundOf('W1')), name: 'refund' });
    const claimed = saved.plan.map((step) => ({ ...step, provenance: 'made' as const }));
    expect(plannedAs(await agent.templates.edit({ id: 'refund', plan: claimed }))).toEqual([
      'reported',
      'reported',
    ]);
    const other = await agent.templates.save({ run: await recorded(agent, refundOf('W2')), name: 'seen' });
    const [look, write] = other.plan;
    if (look === undefined || write === undefined) throw new Error('The plan has two calls.');
    const edited = await agent.templates.edit({
      id: 'seen',
      plan: [look, { ...write, tool: 'pay', provenance: 'made' }],
    });
    expect(plannedAs(edited)).toEqual(['wrapped', 'reported']);
  });
});

describe('TPL-11: an approval', () => {
  it('is kept with who gave it and how it came, and ends when the template is a draft again', async () => {
    const agent = await alice();
    const saved = await agent.templates.save({ run: await recorded(agent, refundOf('W1')), name: 'refund' });
    expect(saved).toMatchObject({ approval: null, savedBy: { by: 'alice', door: 'library' } });
    const approved = await agent.templates.approve({ id: 'refund', reason: 'read' });
    expect(approved.approval).toEqual({ by: 'alice', door: 'library', at: approved.statusAt });
    expect(await agent.templates.edit({ id: 'refund', free: ['1:$.total'] })).toMatchObject({
      status: 'draft',
      approval: null,
      said: [{ by: 'alice', door: 'library' }],
    });
    await agent.templates.approve({ id: 'refund' });
    expect(await agent.templates.retire({ id: 'refund' })).toMatchObject({ approval: null });
  });

  it('while saving is one of the same form', async () => {
    const agent = await alice();
    const run = await recorded(agent, refundOf('W1'));
    expect(await agent.templates.save({ run, name: 'refund', approve: true })).toMatchObject({
      status: 'approved',
      approval: { by: 'alice', door: 'library' },
    });
  });
});

describe('SHR-3: the audit', () => {
  it('says through which door each entry came', async () => {
    const agent = await alice();
    const { id } = await agent.templates.save({ run: await recorded(agent, refundOf('W1')), name: 'refund' });
    await agent.templates.delete('refund');
    const { items } = await agent.audit.list({ record: id });
    expect(items[0]).toMatchObject({ action: 'delete', operation: 'template.delete', door: 'library' });
  });
});
