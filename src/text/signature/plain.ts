/** Colours, cursor moves and titles of terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these signs are what is looked for.
const terminalCodes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,200}(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** The lines of an output as a reader saw them: no colours, and of a line written over again its last state. */
export function readableLines(text: string): string[] {
  return text
    .replace(terminalCodes, '')
    .split(/\r?\n/)
    .map((line) => line.slice(line.trimEnd().lastIndexOf('\r') + 1).trimEnd())
    .filter((line) => line !== '');
}

/** As much of a line as it takes to see what it is. Patterns that try long lines in many ways would take for ever. */
export function beginningOf(line: string): string {
  return line.slice(0, 400);
}
