import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';

/** The head of every page: its title, one sentence about it, and what can be done with it. Sets the title of the tab. */
export function PageHeader({
  title,
  about,
  parent,
  actions,
  badges,
}: {
  readonly title: string;
  readonly about?: ReactNode;
  /** The list a record belongs to. */
  readonly parent?: { readonly title: string; readonly href: string };
  readonly actions?: ReactNode;
  readonly badges?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Engram`;
  }, [title]);
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 max-w-full md:flex-1">
        {parent !== undefined && (
          <nav aria-label="Breadcrumb" className="text-small text-soft mb-1 flex items-center gap-1">
            <Link href={parent.href} className="hover:text-ink">
              {parent.title}
            </Link>
            <ChevronRight aria-hidden className="size-3.5" />
          </nav>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-title font-semibold tracking-tight wrap-anywhere">{title}</h1>
          {badges}
        </div>
        {about !== undefined && <p className="text-soft mt-1 max-w-[84ch] text-pretty">{about}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
