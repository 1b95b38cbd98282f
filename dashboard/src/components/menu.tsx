import * as Ariakit from '@ariakit/react';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from './class-names.ts';

const itemLook =
  'flex w-full items-center gap-2.5 rounded-md px-2.5 h-8 text-small outline-none data-[active-item]:bg-sunken aria-disabled:opacity-50';

/**
 * Things to do with a record, behind one button.
 *
 * @example
 * <Menu label="More"><MenuItem icon={Trash2} onSelect={remove} isDangerous>Delete</MenuItem></Menu>
 */
export function Menu({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Ariakit.MenuProvider placement="bottom-end">
      <Ariakit.MenuButton
        aria-label={label}
        className="grid size-8 place-items-center rounded-md border border-strong-line bg-raised text-soft hover:bg-sunken hover:text-ink"
      >
        <Ellipsis aria-hidden className="size-4" />
      </Ariakit.MenuButton>
      <Ariakit.Menu
        gutter={4}
        portal
        unmountOnHide
        className="z-60 min-w-44 rounded-lg border border-line bg-raised p-1 shadow-float"
      >
        {children}
      </Ariakit.Menu>
    </Ariakit.MenuProvider>
  );
}

export function MenuItem({
  icon: Icon,
  onSelect,
  isDangerous = false,
  isDisabled = false,
  children,
}: {
  readonly icon: LucideIcon;
  readonly onSelect: () => void;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Ariakit.MenuItem
      disabled={isDisabled}
      onClick={onSelect}
      className={classes(itemLook, isDangerous ? 'text-bad' : 'text-ink')}
    >
      <Icon aria-hidden className="size-4" />
      {children}
    </Ariakit.MenuItem>
  );
}

/** An entry of a menu that goes somewhere. */
export function MenuLink({
  icon: Icon,
  href,
  children,
}: {
  readonly icon: LucideIcon;
  readonly href: string;
  readonly children: ReactNode;
}) {
  return (
    <Ariakit.MenuItem className={classes(itemLook, 'text-ink')} render={<Link href={href} />}>
      <Icon aria-hidden className="size-4" />
      {children}
    </Ariakit.MenuItem>
  );
}
