import { sameJson } from '../../json/json.ts';
import type { Example } from '../../records/template.ts';
import { soundsReadOnly } from './run-log.ts';

/** The agent and the part of the task that examples are chosen for. */
export interface ExampleReader {
  readonly agent: string | null;
  readonly subTask?: string | null | undefined;
}

/**
 * The most useful examples: those of the agent's own work and part of the task first, writes before reads, and a second
 * one of a tool only when every tool has one.
 */
export function chooseExamples(
  examples: readonly Example[],
  reader: ExampleReader,
  count: number,
): readonly Example[] {
  const ranked = examples
    .filter((example, index) => examples.findIndex((other) => isSame(other, example)) === index)
    .toSorted((one, other) => weightOf(other, reader) - weightOf(one, reader));
  const firsts = ranked.filter(
    (example, index) => ranked.findIndex(({ tool }) => tool === example.tool) === index,
  );
  const seconds = ranked.filter((example) => !firsts.includes(example));
  return [...firsts, ...seconds].slice(0, count);
}

function weightOf(example: Example, { agent, subTask }: ExampleReader): number {
  const isMine = example.agent === agent;
  const isPart = subTask !== undefined && subTask !== null && example.subTask === subTask;
  return (
    Number(isMine && isPart) * 8 +
    Number(isMine) * 4 +
    Number(isPart) * 2 +
    Number(!soundsReadOnly(example.tool))
  );
}

function isSame(one: Example, other: Example): boolean {
  return one.tool === other.tool && sameJson(one.arguments, other.arguments);
}
