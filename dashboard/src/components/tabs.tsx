import * as Ariakit from '@ariakit/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';

/** One of several views. */
export interface TabView {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
  readonly content: () => ReactNode;
}

/** Views of which one is shown. Which one is kept in the address (`?tab=…`), so that links lead there. */
export function Tabs({
  label,
  views,
  parameter = 'tab',
}: {
  readonly label: string;
  readonly views: readonly TabView[];
  readonly parameter?: string;
}) {
  const [search, setSearch] = useSearchParams();
  const chosen = views.find(({ id }) => id === search.get(parameter)) ?? views[0];
  const list = useRef<HTMLDivElement>(null);
  const chosenId = chosen?.id;
  // Not all tabs fit a phone.
  useEffect(() => {
    list.current?.querySelector(`#${chosenId}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosenId]);
  if (chosen === undefined) return null;
  const choose = (id: string | null | undefined): void => {
    if (id === null || id === undefined) return;
    setSearch((before) => ({ ...Object.fromEntries(before), [parameter]: id }), { replace: true });
  };
  return (
    <Ariakit.TabProvider selectedId={chosen.id} setSelectedId={choose}>
      <Ariakit.TabList
        ref={list}
        aria-label={label}
        className="mb-5 flex gap-1 overflow-x-auto border-b border-line"
      >
        {views.map(({ id, title, count }) => (
          <Ariakit.Tab
            key={id}
            id={id}
            className="-mb-px flex items-center gap-2 whitespace-nowrap border-b-2 border-transparent px-3 pb-2.5 pt-1 text-small font-medium text-soft hover:text-ink aria-selected:border-accent aria-selected:text-ink"
          >
            {title}
            {count !== undefined && (
              <span className="rounded-full bg-sunken px-1.5 text-tiny tabular-nums text-soft">{count}</span>
            )}
          </Ariakit.Tab>
        ))}
      </Ariakit.TabList>
      <Ariakit.TabPanel tabId={chosen.id} focusable={false}>
        {chosen.content()}
      </Ariakit.TabPanel>
    </Ariakit.TabProvider>
  );
}
