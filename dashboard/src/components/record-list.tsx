import type { ReactNode } from 'react';

/** A short list of records that are not opened: a title, a line about it, badges and buttons at the end. */
export function RecordList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-t border-line first:border-t-0">
      {children}
    </ul>
  );
}

/** One record of a `RecordList`. */
export function RecordRow({
  title,
  about,
  children,
  below,
}: {
  readonly title: ReactNode;
  readonly about?: ReactNode;
  /** Badges and buttons. */
  readonly children?: ReactNode;
  /** A line of its own, such as an error. */
  readonly below?: ReactNode;
}) {
  return (
    <li className="px-5 py-3.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-52 flex-1">
          <div className="font-medium wrap-anywhere">{title}</div>
          {about !== undefined && <div className="text-small text-soft wrap-anywhere">{about}</div>}
        </div>
        {children !== undefined && <div className="flex flex-wrap items-center gap-2">{children}</div>}
      </div>
      {below}
    </li>
  );
}
