import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Card } from '../../components/card.tsx';
import { Choice } from '../../components/field.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { formatTime, words } from '../../format.ts';

/** The versions of a template, and what changed from one to another. */
export function TemplateVersions({
  id,
  tools,
  current,
}: {
  readonly id: string;
  /** The tools of the current plan, in order. */
  readonly tools: readonly string[];
  readonly current: number;
}) {
  const versions = api.useQuery('get', '/api/templates/{id}/versions', { params: { path: { id } } });
  const [to, setTo] = useState(current);
  const [from, setFrom] = useState(Math.max(1, current - 1));
  return (
    <QueryView query={versions}>
      {({ items }) => {
        const numbers = [...new Set([...items.map(({ version }) => version), current])].sort((a, b) => b - a);
        const options = numbers.map((number) => {
          const kept = items.find(({ version }) => version === number);
          return {
            value: String(number),
            title: `Version ${number}${kept === undefined ? '' : `, ${formatTime(kept.updatedAt)}`}`,
          };
        });
        if (numbers.length < 2)
          return (
            <Card>
              <p className="text-soft">
                Version 1 is the only one. Each edit, and each further run the template learns from, adds a
                version; every version is kept.
              </p>
            </Card>
          );
        return (
          <Card
            title="What changed"
            actions={
              <>
                <Choice
                  label="From"
                  value={String(from)}
                  options={options}
                  onChange={(value) => setFrom(Number(value))}
                />
                <Choice
                  label="To"
                  value={String(to)}
                  options={options}
                  onChange={(value) => setTo(Number(value))}
                />
              </>
            }
          >
            <Difference id={id} tools={tools} from={from} to={to} />
          </Card>
        );
      }}
    </QueryView>
  );
}

const fields: Readonly<Record<string, string>> = {
  free: 'values that may be anything',
  arguments: 'arguments',
  guards: 'expected answer',
  effect: 'effect',
  constants: 'constant arguments',
};

/** `plan[0].free` → `Call 1, get_order: values that may be anything` */
function placeInWords(at: string, tools: readonly string[]): string {
  const [, index, field = '', rest = ''] = /^plan\[(\d+)\]\.?(\w*)(.*)$/.exec(at) ?? [];
  if (index === undefined) return words(at);
  const call = `Call ${Number(index) + 1}, ${tools[Number(index)] ?? 'removed'}`;
  return field === '' ? call : `${call}: ${fields[field] ?? field}${rest}`;
}

function Difference({
  id,
  tools,
  from,
  to,
}: {
  readonly id: string;
  readonly tools: readonly string[];
  readonly from: number;
  readonly to: number;
}) {
  const diff = api.useQuery('get', '/api/templates/{id}/diff', {
    params: { path: { id }, query: { from, to } as never },
  });
  return (
    <QueryView query={diff}>
      {({ changes }) =>
        changes.length === 0 ? (
          <p className="text-soft">These versions are the same.</p>
        ) : (
          <ul className="space-y-3">
            {changes.map(({ at, before, after }) => (
              <li
                key={at + before + after}
                className="overflow-hidden rounded-lg border border-line text-small"
              >
                <div className="bg-sunken px-3 py-1.5 text-small wrap-anywhere" title={at}>
                  {placeInWords(at, tools)}
                </div>
                {before !== null && (
                  <div className="bg-bad-soft px-3 py-1 font-mono text-bad wrap-anywhere">− {before}</div>
                )}
                {after !== null && (
                  <div className="bg-good-soft px-3 py-1 font-mono text-good wrap-anywhere">+ {after}</div>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}
