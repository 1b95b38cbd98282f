import { Fragment, type ReactNode } from 'react';

/** Names and values, one below the other, for what is known about a record. Values that are not there are left out. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) {
  const known = Object.entries(facts).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-6 gap-y-2 text-small">
      {known.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 wrap-anywhere tabular-nums">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
