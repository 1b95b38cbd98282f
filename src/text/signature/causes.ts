/** Causes of one chain that are looked at, the deepest of them. */
const maxCauses = 16;

/** Before the cause of what stands above: Java and Node print it in a line of its own, C# in the same line. */
const deeper = /^[ \t]*(?:Caused by:|\[cause\]:)[ \t]*|(?<=\S)[ \t]+--->[ \t]+/i;
/** Python prints the cause first and says so below it. */
const outer =
  /^(?:The above exception was the direct cause of|During handling of the above exception,|Another exception occurred)/;
/** Rust numbers the causes below one heading: `0: connection refused`. */
const numbered = /^[ \t]*\d{1,3}:[ \t]+(?=\S)/;

/**
 * The errors of a chain of causes, the deepest first; empty for an error without a cause.
 *
 * @example
 * causesIn('Error: no order\nCaused by: Error: connect ECONNREFUSED 10.0.0.7:5432');
 * // ['Error: connect ECONNREFUSED 10.0.0.7:5432', 'Error: no order']
 */
export function causesIn(text: string): string[] {
  const deepestFirst: string[][] = [[]];
  let current = deepestFirst[0] ?? [];
  /** The whole of what is inside of it. */
  let isNumbered = false;
  const begin = (isDeeper: boolean): void => {
    current = [];
    if (isDeeper) deepestFirst.unshift(current);
    else deepestFirst.push(current);
  };
  for (const line of text.split(/\r?\n|(?<!\\)\\n/)) {
    if (outer.test(line)) {
      begin(false);
      continue;
    }
    const parts = line.split(deeper);
    if (parts.length > 1) isNumbered = (parts.at(-1) ?? '').trim() === '';
    else if (isNumbered && numbered.test(line)) {
      if (current.some((own) => own.trim() !== '')) begin(true);
      current.push(line.replace(numbered, ''));
      continue;
    }
    for (const [index, part] of parts.entries()) {
      if (index > 0) begin(true);
      current.push(part);
    }
  }
  const causes = deepestFirst.map((lines) => lines.join('\n').trim()).filter((cause) => cause !== '');
  return causes.length < 2 ? [] : causes.slice(0, maxCauses);
}
