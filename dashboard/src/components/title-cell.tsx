import type { ReactNode } from 'react';

/** The cell of a table that names its row: the name, and a line about it. */
export function TitleCell({ title, about }: { readonly title: ReactNode; readonly about?: ReactNode }) {
  return (
    <>
      <span className="block font-medium md:truncate">{title}</span>
      {about !== undefined && about !== '' && (
        <span className="block truncate text-small text-soft">{about}</span>
      )}
    </>
  );
}
