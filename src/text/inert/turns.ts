/** Who speaks in formats whose turns are lines: `Human:` (Claude 2), `USER:` (Vicuna), `### Instruction:` (Alpaca). */
const turn =
  /^([^\p{L}\p{N}\n]{0,12}(human|assistant|system|user|developer)["'*_`)\]]{0,4})(?=:(?!\/\/|:(?!:)))/gimu;
const heading = /^(\s{0,3}#{1,6} *(?:instructions?|response|input|output)["'*_`)\]]{0,4})(?=:)/gim;

/**
 * Where a text must be broken so that no line of it begins a turn of a conversation: places in its reading. In a block of
 * code `user:` is a key like any other, and only names as the formats write them are turns.
 */
export function turnsIn(reading: string): number[] {
  const turns = [...reading.matchAll(turn)];
  const small = turns.some(([, , name = '']) => name === name.toLowerCase());
  const isCode = small ? codeLines(reading) : () => false;
  return [
    ...turns.filter(({ 2: name = '', index }) => name !== name.toLowerCase() || !isCode(index)),
    ...reading.matchAll(heading),
  ].map(({ 1: before = '', index }) => index + before.length);
}

/** Tells whether a place is in a fenced block; asked for places in ascending order. */
function codeLines(reading: string): (place: number) => boolean {
  const fences = [...reading.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)];
  const ranges: Array<readonly [from: number, to: number]> = [];
  let opened: { readonly fence: string; readonly index: number } | undefined;
  for (const { 1: fence = '', index } of fences) {
    if (opened === undefined) opened = { fence, index };
    else if (fence.startsWith(opened.fence)) {
      ranges.push([opened.index, index]);
      opened = undefined;
    }
  }
  let next = 0;
  return (place) => {
    while ((ranges[next]?.[1] ?? Number.POSITIVE_INFINITY) < place) next += 1;
    return (ranges[next]?.[0] ?? Number.POSITIVE_INFINITY) < place;
  };
}
