import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { words } from '../../format.ts';

type Setting = Schema<'ConfigShowAnswer'>['settings'][number];

/** Groups that people look for, first. */
const first = ['embedder', 'model'];

/** Every setting with its value and its source. They are changed in files, the environment or flags. */
export function Configuration() {
  const config = api.useQuery('get', '/api/config');
  const [text, setText] = useState('');
  return (
    <div className="space-y-5">
      <SearchBox label="Filter settings" value={text} onChange={setText} />
      <QueryView query={config} lines={10}>
        {({ settings }) => {
          const groups = new Map<string, Setting[]>();
          for (const setting of settings) {
            if (
              !`${setting.name} ${JSON.stringify(setting.value)}`.toLowerCase().includes(text.toLowerCase())
            )
              continue;
            const group = setting.name.includes('.') ? (setting.name.split('.')[0] ?? '') : 'general';
            groups.set(group, [...(groups.get(group) ?? []), setting]);
          }
          const order = [...groups.keys()].sort((left, right) => rank(left) - rank(right));
          if (order.length === 0) return <p className="text-soft">No settings match.</p>;
          return (
            <>
              {order.map((group) => (
                <Card key={group} title={words(group)} isFlush>
                  <dl className="divide-y divide-line text-small">
                    {groups.get(group)?.map(({ name, value, from }) => (
                      <div key={name} className="grid gap-x-4 px-5 py-2 md:grid-cols-[18rem_1fr_12rem]">
                        <dt>
                          <code>{name}</code>
                        </dt>
                        <dd className="wrap-anywhere">
                          {value === null ? (
                            <span className="text-faint">not set</span>
                          ) : (
                            <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
                          )}
                        </dd>
                        <dd className="md:text-right">
                          {from === 'default' ? (
                            <span className="text-faint">default</span>
                          ) : (
                            <Badge tone="accent">{from}</Badge>
                          )}
                        </dd>
                      </div>
                    ))}
                  </dl>
                </Card>
              ))}
            </>
          );
        }}
      </QueryView>
    </div>
  );
}

function rank(group: string): number {
  const place = first.indexOf(group);
  return place === -1 ? first.length : place;
}
