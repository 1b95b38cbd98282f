import { classes } from './class-names.ts';
import { CopyButton } from './copy-button.tsx';

/** A command line to copy. */
export function Command({ text, className }: { readonly text: string; readonly className?: string }) {
  return (
    <div
      className={classes(
        'flex items-center gap-2 rounded-lg border border-line bg-sunken py-1.5 pl-3 pr-1.5',
        className,
      )}
    >
      <code tabIndex={0} className="min-w-0 flex-1 overflow-x-auto whitespace-nowrap py-0.5 text-small">
        <span aria-hidden className="select-none text-faint">
          ${' '}
        </span>
        {text}
      </code>
      <CopyButton text={text} label="Copy the command" />
    </div>
  );
}
