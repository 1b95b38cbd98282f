/** The variable parts of an error's text: `<*>`, `<number>`. */
const variable = /<[*\w-]+>/g;

/** The signature of an error, with its variable parts marked. */
export function SignatureText({ text }: { readonly text: string }) {
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(variable)) {
    pieces.push(
      text.slice(end, match.index),
      <mark
        key={match.index}
        title="varies between occurrences"
        className="rounded bg-accent-soft px-1 text-accent"
      >
        {match[0] === '<*>' ? '…' : match[0].slice(1, -1)}
      </mark>,
    );
    end = match.index + match[0].length;
  }
  return (
    <span className="font-mono text-small">
      {pieces}
      {text.slice(end)}
    </span>
  );
}
