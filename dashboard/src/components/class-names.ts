/** Joins class names and leaves out what is not there: `classes('a', isOpen && 'b')`. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
