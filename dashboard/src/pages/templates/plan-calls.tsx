import type { Schema } from '../../api/types.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { ProvenanceBadge } from '../../components/provenance.tsx';

type ExplainedCall = Schema<'TemplateShowAnswer'>['explained'][number];

const tones: Readonly<Record<ExplainedCall['arguments'][number]['state'], Tone>> = {
  explained: 'good',
  constant: 'neutral',
  open: 'warn',
};

/** `1:$.customer` → `customer` */
export const placeName = (place: string): string => place.replace(/^(?:\d+:)?\$\.?/, '') || 'the answer';

/** `$.shipment.id of call 1` → `shipment.id of call 1` */
const withoutRoot = (text: string): string => text.replaceAll(/\$\.(?=\w)/g, '');

/** Each call of a plan in words: where its arguments come from, and what its answer must show. */
export function PlanCalls({ calls }: { readonly calls: readonly ExplainedCall[] }) {
  return (
    <ol className="divide-y divide-line border-t border-line">
      {calls.map((call) => (
        <li key={call.call} className="grid gap-x-8 gap-y-3 px-5 py-4 lg:grid-cols-[14rem_1fr_1fr]">
          <div>
            <span className="font-mono text-small font-medium wrap-anywhere">
              {call.call}. {call.tool}
            </span>
            <div className="mt-1.5 flex flex-wrap gap-1.5">
              <EffectBadge effect={call.effect} />
              <ProvenanceBadge provenance={call.provenance} />
              {call.loop !== undefined && <Badge>for each item</Badge>}
              {call.check !== undefined && <Badge>checked first</Badge>}
            </div>
          </div>
          <div>
            <h3 className="mb-1.5 text-small text-soft">Arguments</h3>
            <ul className="space-y-1.5 text-small">
              {call.arguments.map(({ place, state, because, example }) => (
                <li key={place} className="flex flex-wrap items-baseline gap-x-2">
                  <code className="font-medium">{placeName(place)}</code>
                  <Badge tone={tones[state]}>{state}</Badge>
                  <span className="text-soft wrap-anywhere">
                    {state === 'open' ? `recorded as ${JSON.stringify(example)}` : withoutRoot(because)}
                  </span>
                </li>
              ))}
              {call.arguments.length === 0 && <li className="text-soft">No arguments</li>}
            </ul>
          </div>
          <div>
            <h3 className="mb-1.5 text-small text-soft">Expected answer</h3>
            <ul className="space-y-1.5 text-small">
              {call.guards.map(({ place, must, values, because }) => (
                <li key={place} title={because} className="wrap-anywhere">
                  <code className="font-medium">{placeName(place)}</code>{' '}
                  <span className="text-soft">{guardWords(must, values)}</span>
                </li>
              ))}
              {call.guards.length === 0 && <li className="text-soft">Any answer</li>}
            </ul>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Whether a call reads or writes. */
export function EffectBadge({ effect }: { readonly effect: string }) {
  return <Badge tone={effect === 'read' ? 'info' : 'bad'}>{effect === 'read' ? 'reads' : 'writes'}</Badge>;
}

export function guardWords(must: ExplainedCall['guards'][number]['must'], values: readonly string[]): string {
  switch (must) {
    case 'equal':
      return `is ${values.join(' or ')}`;
    case 'named':
      return `is the ${values.join(', ')}`;
    case 'data':
      return 'may differ (data)';
    default:
      return 'may be anything';
  }
}
