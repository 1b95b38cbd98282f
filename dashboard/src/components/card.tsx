import type { ReactNode } from 'react';
import { classes } from './class-names.ts';

/** A panel with an optional title, a line of explanation and actions beside the title. */
export function Card({
  title,
  about,
  actions,
  className,
  isFlush = false,
  children,
}: {
  readonly title?: ReactNode;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
  /** Without padding, for lists and tables that reach the border. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section
      className={classes(
        'rounded-xl border border-line bg-panel shadow-panel min-w-0 overflow-clip',
        className,
      )}
    >
      {title !== undefined && (
        <header className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2 px-5 pt-4 pb-3">
          <div className="min-w-40 flex-1">
            <h2 className="text-base font-semibold">{title}</h2>
            {about !== undefined && <p className="text-small text-soft mt-0.5">{about}</p>}
          </div>
          {actions !== undefined && <div className="flex max-w-full flex-wrap gap-2">{actions}</div>}
        </header>
      )}
      <div className={isFlush ? '' : classes('px-5 pb-5', title === undefined && 'pt-5')}>{children}</div>
    </section>
  );
}
