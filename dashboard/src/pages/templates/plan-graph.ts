import type { Schema } from '../../api/types.ts';
import type { GraphEdge, GraphNode } from '../../graph/graph-view.tsx';

type ShownTemplate = Schema<'TemplateShowAnswer'>;

/** The plan of a template as data flow: parameters on the left, calls with what goes from one to the next. */
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
  // What follows only in time is drawn, too, so that the order is seen.
  template.plan.forEach((_, index) => {
    const follows = edges.some(({ to, from }) => to === callId(index) && from === callId(index - 1));
    if (index > 0 && !follows) edges.push({ from: callId(index - 1), to: callId(index), label: 'then' });
  });
  return {
    nodes: [
      ...parameters.map(
        ({ name, example, unseen }): GraphNode => ({
          id: parameterId(name),
          title: name,
          detail: unseen ? 'open: must be given' : `such as ${JSON.stringify(example)}`,
          tone: unseen ? 'warn' : 'accent',
        }),
      ),
      ...template.explained.map(
        ({ tool, effect, guards, loop }, index): GraphNode => ({
          id: callId(index),
          title: `${index + 1}. ${tool}`,
          detail: [
            effect === 'read' ? 'reads' : 'writes',
            ...(loop === undefined ? [] : ['for each item']),
            mustHold(guards.filter(({ must }) => must === 'equal' || must === 'named').length),
          ].join(' · '),
          tone: effect === 'read' ? 'info' : 'bad',
        }),
      ),
    ],
    edges,
  };
}

function mustHold(count: number): string {
  return count === 0 ? 'nothing must hold' : count === 1 ? '1 thing must hold' : `${count} things must hold`;
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
