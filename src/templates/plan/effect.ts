import type { JsonObject } from '../../json/json.ts';
import type { PlanStep } from '../../records/plan.ts';

const looks = new Set(
  'get find list search read fetch lookup look query show describe count calculate compute think check view peek browse inspect explain preview validate verify estimate compare diff stat status head grep glob ls cat'.split(
    ' ',
  ),
);
const changes = new Set(
  'create update delete remove set put post write insert add send submit cancel refund pay book buy order modify edit patch apply move rename upload deploy run execute start stop approve reject close open assign transfer exchange return reset clear purge upsert save replace lock unlock acquire reserve pop dequeue consume next mark ack and or'.split(
    ' ',
  ),
);

/**
 * Whether a call only looks: what is declared, else what its name says. A name with a word of change in it, or none
 * that is known, may change something; so may a tool for anything, such as `fetch` or `query`, that is asked to.
 *
 * @example
 * effectOf('get_order'); // { effect: 'read', effectFrom: 'name' }
 * effectOf('getOrCreateUser'); // { effect: 'write', effectFrom: 'unknown' }
 */
export function effectOf(
  tool: string,
  declared?: PlanStep['effect'],
  toolArguments: JsonObject = {},
): Pick<PlanStep, 'effect' | 'effectFrom'> {
  if (declared !== undefined) return { effect: declared, effectFrom: 'declared' };
  const [first = '', ...others] = wordsOf(tool);
  const reads =
    looks.has(first) &&
    !isCheckInOrOut(first, others) &&
    !others.some((word) => changes.has(word) && !isThing(word));
  if (reads && !asksForChange(toolArguments)) return { effect: 'read', effectFrom: 'name' };
  const isNamed = changes.has(first) || others.some((word) => changes.has(word) && !looks.has(first));
  return { effect: 'write', effectFrom: isNamed || reads ? 'name' : 'unknown' };
}

/** `check_in_guest` is no check. */
function isCheckInOrOut(first: string, [second = '']: readonly string[]): boolean {
  return first === 'check' && (second === 'in' || second === 'out');
}

const changingMethod = /^(?:post|put|patch|delete)$/i;
const changingStatement =
  /^\s*(?:insert|update|delete|merge|replace|create|alter|drop|truncate|grant|revoke|call|mutation|with\b.*\b(?:insert|update|delete|merge))\b/is;

/** An HTTP method or a statement of a query language that changes something. */
function asksForChange(toolArguments: JsonObject): boolean {
  return Object.entries(toolArguments).some(
    ([name, value]) =>
      typeof value === 'string' &&
      ((/method|verb/i.test(name) && changingMethod.test(value)) ||
        (/sql|query|statement/i.test(name) && changingStatement.test(value))),
  );
}

/** The words of a name behind its server: `shop/getOrder` is get, order. */
function wordsOf(tool: string): string[] {
  const name = tool.split(/[/:.]|__/).at(-1) ?? tool;
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Words that are things as often as they are changes: `get_order` looks at an order. */
function isThing(word: string): boolean {
  return ['order', 'post', 'book', 'return', 'transfer', 'exchange', 'run', 'patch', 'set'].includes(word);
}
