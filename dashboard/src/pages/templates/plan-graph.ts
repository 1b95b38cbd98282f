import type { Schema } from '../../api/types.ts';
import type { GraphEdge, GraphNode } from '../../graph/graph-view.tsx';
import { guardWords, placeName } from './plan-calls.tsx';

type ShownTemplate = Schema<'TemplateShowAnswer'>;
type Call = ShownTemplate['explained'][number];

/** More lines than this make a box higher than people read. */
const maxLines = 4;

/** The plan of a template as data flow: parameters on the left, then calls with the values that pass between them. */
export function planGraph(template: ShownTemplate): {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
} {
  const flows = new Map<string, Set<string>>();
  template.plan.forEach((call, index) => {
    for (const { source, name } of sourcesOf(call.arguments, '')) {
      const key = `${source}>${callId(index)}`;
      flows.set(key, (flows.get(key) ?? new Set()).add(name));
    }
  });
  const parameters = template.parameters.filter(({ name }) =>
    [...flows.keys()].some((key) => key.startsWith(`${parameterId(name)}>`)),
  );
  const edges: GraphEdge[] = [...flows].map(([key, names]) => {
    const [from = '', to = ''] = key.split('>');
    return { from, to, label: [...names].join(', ') };
  });
  // The order of calls that exchange no value is drawn as well.
  template.plan.forEach((_, index) => {
    const follows = edges.some(({ to, from }) => to === callId(index) && from === callId(index - 1));
    if (index > 0 && !follows) edges.push({ from: callId(index - 1), to: callId(index), isOrder: true });
  });
  return {
    nodes: [
      ...parameters.map(
        ({ name, example, unseen }): GraphNode => ({
          id: parameterId(name),
          title: name,
          isCode: true,
          detail: unseen ? 'open: ask each time' : `parameter, e.g. ${JSON.stringify(example)}`,
          tone: unseen ? 'warn' : 'accent',
        }),
      ),
      ...template.explained.map(
        (call, index): GraphNode => ({
          id: callId(index),
          title: `${index + 1}. ${call.tool}`,
          isCode: true,
          detail: [
            call.effect === 'read' ? 'Reads' : 'Writes',
            ...(call.loop === undefined ? [] : ['for each item']),
          ].join(' · '),
          lines: linesOf(call),
          tone: call.effect === 'read' ? 'info' : 'bad',
        }),
      ),
    ],
    edges,
  };
}

/** Constants that a call is made with, and what its answer must show. */
function linesOf({ arguments: given, guards }: Call): string[] {
  const lines = [
    ...given
      .filter(({ state }) => state === 'constant')
      .map(({ place, example }) => `${placeName(place)} = ${JSON.stringify(example)}`),
    ...guards
      .filter(({ must }) => must === 'equal' || must === 'named')
      .map(({ place, must, values }) => `✓ ${placeName(place)} ${guardWords(must, values)}`),
  ];
  return lines.length <= maxLines
    ? lines
    : [...lines.slice(0, maxLines - 1), `and ${lines.length - maxLines + 1} more`];
}

const callId = (index: number): string => `call ${index}`;
const parameterId = (name: string): string => `parameter ${name}`;

/** Where the values of a binding come from, each with the argument it is for. */
function sourcesOf(value: unknown, name: string): { source: string; name: string }[] {
  if (Array.isArray(value)) return value.flatMap((item) => sourcesOf(item, name));
  if (typeof value !== 'object' || value === null) return [];
  const binding = value as Readonly<Record<string, unknown>>;
  if (binding['from'] === 'object')
    return Object.entries((binding['members'] ?? {}) as object).flatMap(([member, of]) =>
      sourcesOf(of, name === '' ? member : name),
    );
  const own =
    binding['from'] === 'parameter' || binding['from'] === 'given'
      ? [{ source: parameterId(String(binding['name'])), name }]
      : typeof binding['step'] === 'number' && typeof binding['from'] === 'string'
        ? [{ source: callId(binding['step']), name }]
        : [];
  return [...own, ...Object.values(binding).flatMap((part) => sourcesOf(part, name))];
}
