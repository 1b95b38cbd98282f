import { beforeEach, describe, expect, it } from 'vitest';
import type { Run } from '../../records/run.ts';
import type { Step } from '../../records/step.ts';
import { aModelStep, aNoteStep, aRun, aStep, resetBuilders } from '../../testing/index.ts';
import { plain } from './collector.fixture.ts';
import { runSpan, stepSpan } from './spans.ts';

beforeEach(resetBuilders);

const quiet = { content: false };
const talkative = { content: true };
const end = {
  outcome: 'success',
  summary: 'Refunded 12 Euro',
  finishedAt: Date.UTC(2025, 0, 1, 13),
} as const;
const timeout = {
  type: 'ETIMEDOUT',
  message: 'no answer from "https://bank.example/ada" after 30 s',
  signature: 'no answer from <value> after <number> s',
};

function stepAttributes(step: Step, options = quiet) {
  return plain(stepSpan(step, options).attributes);
}

function runAttributes(run: Partial<Run>, options = quiet) {
  return plain(runSpan(aRun({ ...end, ...run }), options).attributes);
}

describe('MET-4 a step as a span, by the GenAI conventions', () => {
  it('a tool call is an internal span "execute_tool" with the tool and the call', () => {
    const step = aStep({ tool: 'get_order' });
    expect(stepSpan(step, quiet)).toMatchObject({ name: 'execute_tool get_order', kind: 1 });
    expect(stepAttributes(step)).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_order',
      'gen_ai.tool.call.id': step.id,
    });
  });

  it('a model call is a client span "chat" with the model and its tokens', () => {
    const step = aModelStep({ model: 'big-model', inputTokens: 1_200, outputTokens: 80 });
    expect(stepSpan(step, quiet)).toMatchObject({ name: 'chat big-model', kind: 3 });
    expect(stepAttributes(step)).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'big-model',
      'gen_ai.usage.input_tokens': '1200',
      'gen_ai.usage.output_tokens': '80',
    });
  });

  it.each(['note', 'message'] as const)('a %s is a span of that name, and no operation of GenAI', (kind) => {
    const step = aNoteStep({ kind });
    expect(stepSpan(step, quiet)).toMatchObject({ name: kind, kind: 1 });
    expect(stepAttributes(step)).not.toHaveProperty(['gen_ai.operation.name']);
  });

  it('says whose it is and where in the run, but not which user', () => {
    const step = aStep({ position: 3, scope: { user: 'ada@shop.example', project: 'shop', agent: 'ali' } });
    expect(stepAttributes(step)).toMatchObject({
      'gen_ai.agent.name': 'ali',
      'engram.project': 'shop',
      'engram.run.id': step.runId,
      'engram.step.id': step.id,
      'engram.step.position': '3',
    });
    expect(JSON.stringify(stepSpan(step, talkative))).not.toContain('ada@');
  });

  it('starts when the step started and ends after its duration', () => {
    expect(stepSpan(aStep({ startedAt: 1_735_732_800_000, durationMs: 12.5 }), quiet)).toMatchObject({
      startTimeUnixNano: '1735732800000000000',
      endTimeUnixNano: '1735732800012500000',
    });
  });

  it('stands below its run', () => {
    const run = aRun(end);
    const root = runSpan(run, quiet);
    const child = stepSpan(aStep({ runId: run.id }), quiet);
    expect(child).toMatchObject({ traceId: root.traceId, parentSpanId: root.spanId });
    expect(root).not.toHaveProperty('parentSpanId');
  });

  it('stands below the call it was made in', () => {
    const outer = aStep();
    const inner = aStep({ parentId: outer.id });
    expect(stepSpan(inner, quiet).parentSpanId).toBe(stepSpan(outer, quiet).spanId);
  });

  it('calls made at the same time are siblings', () => {
    const [first, second] = [aStep(), aStep()].map((step) => stepSpan(step, quiet));
    expect(first?.parentSpanId).toBe(second?.parentSpanId);
    expect(first?.spanId).not.toBe(second?.spanId);
  });

  it('names the sub-task it belongs to', () => {
    const step = aStep({ subTask: { id: 'pay', index: 2, text: 'Pay Ada back' } });
    expect(stepAttributes(step)).toMatchObject({ 'engram.sub_task.id': 'pay', 'engram.sub_task.index': '2' });
  });

  it('has no status when all went well', () => {
    expect(stepSpan(aStep(), quiet)).not.toHaveProperty('status');
    expect(stepAttributes(aStep())).not.toHaveProperty(['error.type']);
  });

  it('has an error with its type, and of its message the signature only', () => {
    const step = aStep({ success: false, error: timeout });
    expect(stepSpan(step, quiet).status).toEqual({ code: 2, message: timeout.signature });
    expect(stepAttributes(step)).toMatchObject({ 'error.type': 'ETIMEDOUT' });
  });

  it('has an error of some kind when a failure did not say which', () => {
    const step = aStep({ success: false, error: null });
    expect(stepSpan(step, quiet).status).toEqual({ code: 2 });
    expect(stepAttributes(step)).toMatchObject({ 'error.type': '_OTHER' });
  });
});

describe('MET-4 a run as a span, by the GenAI conventions', () => {
  it('is an internal span "invoke_agent" with the agent, the outcome and the mode', () => {
    const run = aRun({ ...end, task: { ...aRun().task, id: 'REF-42' } });
    expect(runSpan(run, quiet)).toMatchObject({ name: 'invoke_agent ali', kind: 1 });
    expect(plain(runSpan(run, quiet).attributes)).toEqual({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'ali',
      'engram.project': 'shop',
      'engram.run.id': run.id,
      'engram.outcome': 'success',
      'engram.mode': 'normal',
      'engram.task.id': 'REF-42',
    });
  });

  it('does not end before it starts when the clock was set back', () => {
    const run = aRun(end);
    const { startTimeUnixNano, endTimeUnixNano } = runSpan({ ...run, finishedAt: run.createdAt - 1 }, quiet);
    expect(endTimeUnixNano).toBe(startTimeUnixNano);
  });

  it('has no agent in its name when the project itself ran', () => {
    const run = aRun({ ...end, scope: { user: 'ada', project: 'shop', agent: null } });
    expect(runSpan(run, quiet).name).toBe('invoke_agent');
    expect(plain(runSpan(run, quiet).attributes)).not.toHaveProperty(['gen_ai.agent.name']);
  });

  it('names the template it executed', () => {
    expect(runAttributes({ mode: { kind: 'template', style: 'replay', templateId: 'tpl_1' } })).toMatchObject(
      { 'engram.mode': 'replay', 'engram.template.id': 'tpl_1' },
    );
  });

  it('reaches from the start of the run to its end', () => {
    const run = aRun({ ...end, createdAt: Date.UTC(2025, 0, 1, 12) });
    expect(runSpan(run, quiet)).toMatchObject({
      startTimeUnixNano: '1735732800000000000',
      endTimeUnixNano: '1735736400000000000',
    });
  });

  it.each([
    ['success', undefined],
    ['partial', undefined],
    ['failure', { code: 2 }],
  ] as const)('that ended in %s has the status %o', (outcome, status) => {
    expect(runSpan(aRun({ ...end, outcome }), quiet).status).toEqual(status);
  });
});

describe('MET-4 content stays here unless it is asked for', () => {
  const secretive = {
    subTask: { id: 'pay', index: 0, text: 'written: sub-task' },
    error: { type: 'Error', message: 'written: message', signature: '<value>' },
  };
  const run = { ...end, summary: 'written: summary', inputs: { note: 'written: input' } };

  it.each<[string, Step]>([
    ['arguments', aStep({ arguments: { note: 'written: argument' }, ...secretive })],
    ['a result', aStep({ result: 'written: result', ...secretive })],
    ['an error', aStep({ success: false, ...secretive })],
    ['a note', aNoteStep({ text: 'written: note', ...secretive })],
  ])('%s', (_what, step) => {
    expect(JSON.stringify(stepSpan(step, quiet))).not.toContain('written');
  });

  it.each(['success', 'failure'] as const)('the task and summary of a %s', (outcome) => {
    const task = { ...aRun().task, description: 'written: task' };
    expect(JSON.stringify(runSpan(aRun({ ...run, task, outcome }), quiet))).not.toContain('written');
  });

  it('arguments and result go out as JSON when content is on', () => {
    const step = aStep({ arguments: { id: 42 }, result: { status: 'paid' } });
    expect(stepAttributes(step, talkative)).toMatchObject({
      'gen_ai.tool.call.arguments': '{"id":42}',
      'gen_ai.tool.call.result': '{"status":"paid"}',
    });
  });

  it('a failed call has a message then, and no result', () => {
    const step = aStep({ success: false, result: null, error: timeout });
    expect(stepSpan(step, talkative).status).toEqual({ code: 2, message: timeout.message });
    expect(stepAttributes(step, talkative)).not.toHaveProperty(['gen_ai.tool.call.result']);
  });

  it('notes, sub-tasks, tasks and summaries go out too, but never the inputs of a run', () => {
    expect(stepAttributes(aNoteStep({ text: 'Paid.' }), talkative)).toMatchObject({ 'engram.text': 'Paid.' });
    expect(stepAttributes(aStep(secretive), talkative)).toMatchObject({
      'engram.sub_task.text': 'written: sub-task',
    });
    expect(runAttributes(run, talkative)).toMatchObject({
      'engram.task.description': 'Refund an order',
      'engram.summary': 'written: summary',
    });
    expect(JSON.stringify(runAttributes(run, talkative))).not.toContain('written: input');
  });

  it('long content is cut, and stays valid Unicode', () => {
    const text = stepAttributes(aNoteStep({ text: '🙂'.repeat(20_000) }), talkative)['engram.text'];
    expect(text).toMatch(/^(🙂)+.?…$/u);
    expect(String(text).length).toBeLessThan(16_400);
    const odd = stepAttributes(aNoteStep({ text: `x${'🙂'.repeat(20_000)}` }), talkative)['engram.text'];
    expect(String(odd).isWellFormed()).toBe(true);
  });
});
