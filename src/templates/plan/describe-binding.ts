import type { Binding, Invariant, Parameter, Place, Selector } from '../../records/plan.ts';

/** Longer constants are cut: a plan is read, not copied. */
const longest = 100;

const signs = { add: '+', subtract: '−', multiply: '×', divide: '÷' } as const;

const writings: Readonly<Record<Extract<Binding, { from: 'case' }>['to'], (of: string) => string>> = {
  lower: (of) => `${of} in lower case`,
  upper: (of) => `${of} in upper case`,
  title: (of) => `${of} in title case`,
  slug: (of) => `${of} as a slug`,
  trimmed: (of) => `${of} without spaces around it`,
  text: (of) => `${of} as text`,
  sql: (of) => of,
};

/** Stored text on one line; control characters cannot disturb a terminal. */
function inline(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1).toWellFormed();
  return `${cut.trimEnd()}…`;
}

/** A text in quotes, so that it is told from what is said about it. */
const quoted = (value: unknown): string => inline(JSON.stringify(value));

const placeOf = ({ step, path }: Place): string => `${inline(path)} of call ${step + 1}`;

/** A path inside an item as people write it: `price` for `$.price`. */
const member = (path: string): string => inline(path.replace(/^\$\.?/, '')) || 'itself';

/**
 * Where a value comes from, in words.
 *
 * @example
 * describeBinding({ from: 'result', step: 2, path: '$.order_id' }, []); // '$.order_id of call 3'
 */
export function describeBinding(binding: Binding, parameters: readonly Parameter[]): string {
  const describe = (inner: Binding): string => describeBinding(inner, parameters);
  switch (binding.from) {
    case 'constant':
      return quoted(binding.value);
    case 'parameter':
      return describeParameter(binding.name, parameters);
    case 'given':
      return `${describeParameter(binding.name, parameters)}, or as recorded ${describe(binding.otherwise)}`;
    case 'result':
      return placeOf(binding);
    case 'all':
      return `all of ${placeOf(binding)}`;
    case 'today':
      return `today as ${binding.format}`;
    case 'agreeing':
      return `${binding.of.map(describe).join(', which must equal ')}`;
    case 'member':
      return `${inline(binding.path)} of ${describe(binding.of)}`;
    case 'line':
      return `${binding.isRest ? 'the rest of ' : ''}the line ${quoted(binding.prefix)} … of ${describe(binding.of)}`;
    case 'between':
      return `the text between ${quoted(binding.before)} and ${quoted(binding.after)} in ${describe(binding.of)}`;
    case 'edited':
      return binding.line === null
        ? `${describe(binding.of)} with ${describe(binding.to)} added`
        : `${describe(binding.of)} with the line ${describe(binding.line)} replaced by ${describe(binding.to)}`;
    case 'increased':
      return `${describe(binding.of)} with its last number increased by ${binding.by}`;
    case 'item':
      return `${valueOfItem(binding.value)}${binding.selectors.map((selector) => describeSelector(selector, parameters)).join(', which is also ')} in ${placeOf(binding)}`;
    case 'sum':
      return `the sum of ${placeOf(binding)}`;
    case 'text':
      return `"${binding.parts.map((part) => textPart(part, parameters)).join('')}"`;
    case 'piece':
      return `${pieceName(binding.index)} of ${describe(binding.of)}, cut at ${quoted(binding.separator)}`;
    case 'case':
      return writings[binding.to](describe(binding.of));
    case 'number':
      return `${describe(binding.of)}, as a number`;
    case 'arithmetic':
      return `${describe(binding.left)} ${signs[binding.operation]} ${describe(binding.right)}`;
    case 'list':
    case 'object': {
      if (isConstant(binding)) return quoted(plainValue(binding));
      if (binding.from === 'list') return `[${binding.items.map(describe).join(', ')}]`;
      const members = Object.entries(binding.members);
      return `{ ${members.map(([name, value]) => `${inline(name)}: ${describe(value)}`).join(', ')} }`;
    }
  }
}

/** A value that was picked says where it must be found again. */
function describeParameter(name: string, parameters: readonly Parameter[]): string {
  const parameter = parameters.find((one) => one.name === name);
  const shown = `parameter ${inline(name)}`;
  if (parameter?.presentIn == null) return shown;
  return `${shown}: picked, must be among ${placeOf(parameter.presentIn)}`;
}

function textPart(part: Binding, parameters: readonly Parameter[]): string {
  if (part.from === 'constant') return inlineText(part.value);
  return `{${describeBinding(part, parameters)}}`;
}

/** The spaces at its ends belong to the text around a value. */
function inlineText(value: unknown): string {
  return String(value)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .slice(0, longest);
}

const valueOfItem = (path: string): string => (path === '$' ? '' : `${member(path)} of `);

function describeSelector({ where, take, by }: Selector, parameters: readonly Parameter[]): string {
  const conditions = where
    .map(({ path, equals }) => `${member(path)} = ${describeBinding(equals, parameters)}`)
    .join(' and ');
  if (take === 'least' || take === 'greatest') {
    const extreme = `the one with the ${take} ${member(by ?? '$')}`;
    return conditions === '' ? extreme : `${extreme} where ${conditions}`;
  }
  if (take === 'each') return 'the item of the round';
  const which = take === 'only' ? 'the one' : `the ${take} one`;
  if (conditions !== '') return `${which} with ${conditions}`;
  return take === 'only' ? 'the only one' : which;
}

function pieceName(index: number): string {
  if (index === -1) return 'the last piece';
  return index < 0 ? `piece ${-index} from the end` : `piece ${index + 1}`;
}

/** Whether a binding is a constant, or a list or object of constants. */
export function isConstant(binding: Binding): boolean {
  if (binding.from === 'list') return binding.items.every(isConstant);
  if (binding.from === 'object') return Object.values(binding.members).every(isConstant);
  return binding.from === 'constant';
}

function plainValue(binding: Binding): unknown {
  if (binding.from === 'list') return binding.items.map(plainValue);
  if (binding.from === 'object')
    return Object.fromEntries(
      Object.entries(binding.members).map(([name, value]) => [name, plainValue(value)]),
    );
  return binding.from === 'constant' ? binding.value : null;
}

/** What must be in a result as it was: `$.status is "pending"`. */
export function describeInvariant({ path, oneOf }: Invariant): string {
  const shown = oneOf.slice(0, 3).map(quoted);
  const rest = oneOf.length - shown.length;
  return `${inline(path)} is ${shown.join(' or ')}${rest > 0 ? ` or one of ${rest} more` : ''}`;
}
