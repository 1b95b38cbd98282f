import type { AgentMemory } from '../../../records/lesson.ts';
import type { GivenExample } from '../../../templates/examples.ts';
import { counted } from '../../../text/counted.ts';
import { ago, type FieldLine, fields, oneLine, percent } from '../layout.ts';
import { agentName, type PageStyle, safe, shownJson } from './presenter.ts';

type Examples = readonly GivenExample[];

const origins: Readonly<Record<AgentMemory['content']['origin'], string>> = {
  model: 'by a model',
  rules: 'by rules',
  outside: 'from outside',
};

/** What agents know about the work of a template. */
export function presentAgentMemories({ items }: { items: readonly AgentMemory[] }, page: PageStyle): string {
  if (items.length === 0)
    return 'Nothing is known about this work yet. Saving a run as a template tells the first; each adaptive run adds to it:\n  engram template run NAME --mode adaptive';
  return items.map((memory) => presentAgentMemory(memory, page)).join('\n\n');
}

export function presentAgentMemory({ content }: AgentMemory, page: PageStyle): string {
  const { paint } = page;
  const { executions, successes, meanSteps } = content;
  const lines: FieldLine[] = [
    ['agent', agentName(content.agent)],
    ['part', content.subTask !== null && safe(content.subTask)],
    ['confidence', percent(content.confidence)],
    [
      'runs',
      executions === 0
        ? 'none yet'
        : `${successes} of ${executions} worked, ${counted(meanSteps, 'step')} on average`,
    ],
    [
      'distilled',
      `${counted(content.distillations, 'time')}, last ${origins[content.origin]}, ${ago(content.lastUpdatedAt, page.now)}`,
    ],
  ];
  const sequence = content.toolSequence.map(
    ({ step, tool, rationale }) => `${step}. ${oneLine(tool, 100)}: ${oneLine(rationale, 300)}`,
  );
  const parts: ReadonlyArray<readonly [string, readonly string[]]> = [
    ['What works', bullets(content.strategies)],
    ['The shortest way', sequence],
    ['Pitfalls', bullets(content.pitfalls)],
    ['Tips', bullets(content.tips)],
    ['Insights', bullets(content.insights)],
  ];
  return [
    fields(paint, lines),
    ...parts.flatMap(([title, points]) =>
      points.length === 0 ? [] : [paint.bold(title), ...points.map((point) => `  ${point}`)],
    ),
  ].join('\n');
}

const bullets = (points: readonly string[]): string[] =>
  points.map((point) => `• ${safe(point).replaceAll('\n', '\n    ')}`);

export function presentExamples({ items }: { items: Examples }, page: PageStyle): string {
  const { paint, columns } = page;
  if (items.length === 0)
    return 'No examples. Calls of the saved run that had arguments and a result become some.';
  return items
    .map(
      ({ tool, arguments: given, result, agent, at }) =>
        `${paint.bold(oneLine(tool, 100))} ${shownJson(given, columns / 2)} ${paint.dim(`${agentName(agent)}, ${ago(at, page.now)}`)}\n    → ${shownJson(result, columns - 8)}`,
    )
    .join('\n');
}

export function presentAddedExamples({ count }: { count: number }, { paint }: PageStyle): string {
  return count === 0
    ? 'Kept none: they failed, or are known already.'
    : `${paint.good('Kept')} ${counted(count, 'example')}`;
}
