import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from './class-names.ts';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

const looks: Readonly<Record<Look, string>> = {
  primary: 'bg-accent-fill text-white hover:brightness-110',
  plain: 'bg-raised border border-strong-line text-ink hover:bg-sunken',
  quiet: 'text-soft hover:text-ink hover:bg-sunken',
  danger: 'bg-raised border border-strong-line text-bad hover:bg-bad-soft',
};

const shape =
  'inline-flex items-center justify-center gap-1.5 h-8 px-3 rounded-md text-small font-medium whitespace-nowrap disabled:opacity-50 [&_svg]:size-4';

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: Look;
  /** Shown before the text. */
  readonly icon?: ReactNode;
}

/** A button. One without text needs `aria-label`. */
export function Button({ look = 'plain', icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={classes(shape, looks[look], className)} {...rest}>
      {icon}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({
  href,
  look = 'plain',
  icon,
  children,
}: {
  readonly href: string;
  readonly look?: Look;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Link href={href} className={classes(shape, looks[look])}>
      {icon}
      {children}
    </Link>
  );
}
