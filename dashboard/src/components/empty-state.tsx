import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Command } from './command.tsx';

/** What is shown where nothing is yet: what would be here, and what to do to get it. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  command,
  action,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
  /** A command line that makes the first one. */
  readonly command?: string;
  readonly action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <div className="mb-4 grid size-11 place-items-center rounded-xl bg-accent-soft text-accent">
        <Icon aria-hidden className="size-5" />
      </div>
      <h2 className="text-large font-semibold">{title}</h2>
      <p className="mt-1 max-w-[52ch] text-soft">{children}</p>
      {command !== undefined && <Command text={command} className="mt-5 w-full max-w-xl text-left" />}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  );
}
