import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

/** Pieces of JSON text, with what each of them is. */
const pieces = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** Coloured JSON; texts are shown as they are. A long one scrolls. */
export function JsonView({
  value,
  maxHeight = '24rem',
}: {
  readonly value: unknown;
  readonly maxHeight?: string;
}) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'undefined');
  return (
    <div className="group relative rounded-lg border border-line bg-sunken">
      <pre
        tabIndex={0}
        className="overflow-auto p-3 pr-12 text-tiny leading-5 whitespace-pre-wrap wrap-anywhere"
        style={{ maxHeight }}
      >
        {typeof value === 'string' ? text : coloured(text)}
      </pre>
      <div className="absolute right-1 top-1">
        <CopyButton text={text} />
      </div>
    </div>
  );
}

/** Texts and coloured pieces; each is known by where it begins. */
function coloured(text: string) {
  const shown: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(pieces)) {
    const [whole, string, colon] = match;
    const colour = colon !== undefined ? 'text-accent' : string !== undefined ? 'text-good' : 'text-info';
    shown.push(
      text.slice(end, match.index),
      <span key={match.index} className={colour}>
        {string ?? whole}
      </span>,
      colon ?? '',
    );
    end = match.index + whole.length;
  }
  return [...shown, text.slice(end)];
}
