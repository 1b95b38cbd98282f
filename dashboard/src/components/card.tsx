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
        <header className="flex items-start justify-between gap-3 px-5 pt-4 pb-3">
          <div className="min-w-0">
            <h2 className="text-base font-semibold">{title}</h2>
            {about !== undefined && <p className="text-small text-soft mt-0.5">{about}</p>}
          </div>
          {actions !== undefined && <div className="flex gap-2 shrink-0">{actions}</div>}
        </header>
      )}
      <div className={isFlush ? '' : classes('px-5 pb-5', title === undefined && 'pt-5')}>{children}</div>
    </section>
  );
}
