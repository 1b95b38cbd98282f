import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './class-names.ts';

const look =
  'w-full rounded-md border border-strong-line bg-raised px-3 text-small text-ink placeholder:text-faint focus-visible:outline-offset-0';

/** A labelled line of a form. */
export function Field({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children. */}
      <label className="block">
        <span className="mb-1 block text-small font-medium">{label}</span>
        {children}
      </label>
      {hint !== undefined && <p className="mt-1 text-small text-soft">{hint}</p>}
    </div>
  );
}

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classes(look, 'h-8', className)} {...rest} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={classes(look, 'py-2', className)} {...rest} />;
}

/** One of a few values. The empty value stands for all of them. */
export function Choice({
  label,
  value,
  options,
  all,
  onChange,
}: {
  /** Names the choice for those who cannot see what is around it. */
  readonly label: string;
  readonly value: string;
  readonly options: readonly (string | { readonly value: string; readonly title: string })[];
  /** What "all of them" is called; left out where one must be chosen. */
  readonly all?: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <span className="relative inline-block max-w-full">
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={classes(look, 'h-8 w-auto! max-w-full appearance-none truncate pr-8!')}
      >
        {all !== undefined && <option value="">{all}</option>}
        {options.map((option) => {
          const { value: id, title } = typeof option === 'string' ? { value: option, title: option } : option;
          return (
            <option key={id} value={id}>
              {title}
            </option>
          );
        })}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2 right-2.5 size-4 text-faint" />
    </span>
  );
}
