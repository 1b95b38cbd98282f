import type * as z from 'zod';
import { EngramError, invalidInput, libraryWording, type Phrase, sayPhrase } from '../errors.ts';

type Issue = z.core.$ZodIssue;

/**
 * The issues of a value that takes several forms are those of the one form it has: whoever sends an object with a wrong
 * field is told about that field.
 */
function ofItsForm(issues: readonly Issue[]): readonly Issue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union') return [issue];
    const forms = issue.errors.filter((form) => !form.some(isOfType));
    const [form] = forms;
    if (form === undefined || forms.length > 1) return [issue];
    return ofItsForm(form.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })));
  });
}

/** Whether it says that the value as a whole is of another type. */
function isOfType({ path, code }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');
}

/** What is wrong with one field, in words that name the field and the fix. */
function describe(issue: Issue): Phrase {
  const field = issue.path.map(String).join('.');
  const named = (text: string): Phrase => (field === '' ? [text] : [{ field }, ` ${text}`]);
  switch (issue.code) {
    case 'unrecognized_keys':
      return named(`does not have ${issue.keys.map((key) => `"${key}"`).join(', ')}`);
    case 'invalid_value':
      return named(`must be one of: ${issue.values.map(String).join(', ')}`);
    case 'invalid_type':
      return issue.input === undefined
        ? named('is required')
        : named(`must be ${article(typeNames[issue.expected] ?? issue.expected)}`);
    case 'invalid_union':
      return named(issue.input === undefined ? 'is required' : 'has a form that is not known here');
    case 'too_small':
      return named(
        issue.message.startsWith('Too small') ? `must be at least ${issue.minimum}` : issue.message,
      );
    case 'too_big':
      return named(issue.message.startsWith('Too big') ? `must be at most ${issue.maximum}` : issue.message);
    default:
      return named(issue.message);
  }
}

/** Types in words people use. */
const typeNames: Readonly<Record<string, string>> = {
  int: 'whole number',
  record: 'JSON object',
  object: 'JSON object',
  array: 'list',
};

/** A field that does not exist is named itself, not the object it was looked for in. */
function fieldsOf(issue: Issue): string[] {
  const names = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [key]) : [[]];
  return names.map((name) => [...issue.path.map(String), ...name].join('.'));
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** What is wrong with a record, as one sentence without its end. `within` names the field it stands in. */
export function problemOf(error: z.ZodError, within?: string): string {
  const issues = ofItsForm(error.issues).map((issue) =>
    within === undefined ? issue : { ...issue, path: [within, ...issue.path] },
  );
  return sayPhrase(describeAll(issues), libraryWording);
}

function describeAll(issues: readonly Issue[]): Phrase {
  return issues.flatMap((issue, index) => [...(index === 0 ? [] : ['; ']), ...describe(issue)]);
}

/**
 * Checks what came through an interface. One typed error names every field that is wrong; nothing is half-done.
 *
 * @example
 * const input = parseInput(recordMemoryInput, raw, 'memory');
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  what: string,
): z.output<Schema> {
  const parsed = safelyParsed(schema, input, what);
  if (parsed.success) return parsed.data;
  const issues = ofItsForm(parsed.error.issues);
  const tooLarge = issues.some(
    (issue) => issue.code === 'too_big' && issue.origin === 'string' && Number(issue.maximum) > 10_000,
  );
  throw new EngramError(
    tooLarge ? 'too_large' : 'invalid_input',
    [`Invalid ${what}: `, ...describeAll(issues), '.'],
    {
      details: { fields: issues.flatMap(fieldsOf) },
    },
  );
}

/** Input of a recursive schema, such as a binding, can be nested until the stack overflows. */
function safelyParsed<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  what: string,
): z.ZodSafeParseResult<z.output<Schema>> {
  try {
    return schema.safeParse(input, { reportInput: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalidInput(`Invalid ${what}: it is nested too deeply to be read.`);
  }
}
