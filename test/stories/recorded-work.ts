import type { Json, JsonObject, View } from '../../src/index.ts';
import { openForTest } from './open-for-test.ts';

/** Work that was done: its task, what it was given, and its calls in order with what they answered. */
export interface Work {
  readonly task: string;
  readonly inputs: JsonObject;
  readonly calls: ReadonlyArray<readonly [tool: string, given: JsonObject, result: Json]>;
}

/** The id of a run that did this. */
export async function recorded(agent: View, { task, inputs, calls }: Work): Promise<string> {
  const run = await agent.startRun({ description: task, inputs });
  for (const [tool, given, result] of calls) await run.call(tool, given, () => result);
  await run.finish({ outcome: 'success' });
  return run.id;
}

/** Runs of the same work as one approved template, called "work". */
export async function saved(work: Work, ...more: readonly Work[]): Promise<View> {
  const agent = (await openForTest()).agent('alice');
  const run = await recorded(agent, work);
  const further: string[] = [];
  for (const other of more) further.push(await recorded(agent, other));
  await agent.templates.save({ run, further, name: 'work', approve: true });
  return agent;
}
