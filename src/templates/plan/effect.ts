import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import type { PlanStep } from '../../records/plan.ts';

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** First words of looks that are nouns as well: `query_drop` may drop a query. */
const nounLooks = wordSet(
  'list search query show count view check stat status head look lookup preview estimate compare diff grep glob ls cat peek browse think calculate compute validate read explain',
);
/** First words of looks that can only be verbs, so that what follows is what is asked for: `get_customer`. */
const verbLooks = wordSet('get find fetch describe inspect');
/** Verbs of change that are hardly nouns in the name of a tool, and words that join two verbs. */
const changes = wordSet(
  'abort accept ack charge checkout credit debit destroy downgrade escalate fire invalidate login logoff logout nuke purchase rebook reschedule rollback signout acquire activate add adjust advance allocate alter amend and append apply approve archive assign attach authorize ban bind block boot borrow buy cancel capture clear click clone close commence commission commit configure confirm consume copy create cut decline decrement delete deliver deny deploy dequeue detach disable discard dismiss dispatch drop duplicate edit eject empty enable enhance enqueue enter erase evict execute expire extend fix flush follow force forget freeze give grant halt hide implement increment inject insert install invite invoke join kick kill launch leave let load lock make mark mention merge migrate modify mount move mute mutate next normalize notify or paid pause pay pin play pop promote provision prune publish purge push put raise redeem refund refresh register reject remove rename repair replace reserve resolve resume revert revoke rid roll rotate run save sell send set settle share ship shuffle shut shutdown sign silence skip spawn spend split start stop submit subscribe suspend swap switch sync take terminate then toggle touch transition trash trigger trim truncate turn update upgrade upload upsert use void vote wake wipe withdraw write',
);
/** Verbs of change that are things as often: things where another word or a preposition shows it. */
const both = wordSet('book deposit exchange invoice offer open order patch post pull quote return transfer');
/** Nouns for what tools are asked about, where neither their form nor their place says that they are nouns. */
const things = wordSet(
  'account address amount article asset base body budget calendar card cart case catalog category channel city client code comment config contact content cost country coupon currency customer data database date day detail device document domain email endpoint entry error event fee field file flag flight folder forecast format graph group history home host hotel hour id image inbox info input instance issue item job key label language level line link location log machine mail map market member memory menu message metadata method model money month name network node note number object option output owner package page parameter part path plan policy price process product profile progress project property quota range rate reason record region release repo report request resource response result review role room route row rule schema score screen seat section server service session sheet shelf shop site size slot source space state status step stock store story summary supplier table tag task tax team template text thread ticket time timeline title token tool topic total tree trip type unit url usage user value variant version video wallet warehouse weather website week word worker workflow workspace year zip zone',
);
const prepositions = wordSet('by for of from with in on at to as per via about');
/** Behind the first word they make another verb of it: `check_in`, `check_out`. */
const particles = wordSet('in out on off up down away back over');
const nounForm = /(?:[^suai]s|tion|sion|ment|ness|ity|ance|ence|ency|ancy|ship|ture|ory|ing)$/;
const collectionForm = /(?:[^suai]s|ory)$/;

/**
 * Whether a call only looks: what is declared, else what its name says. A name says so when its first word is a look, the
 * last word of what is looked at is known for a noun (it is a plural, is formed like a noun, or stands where only a noun
 * can), and no other word can be a verb of change. Any other tool may change something; so may a tool for anything, such
 * as `fetch` or `query`, that is asked to.
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
  const words = wordsOf(tool);
  const reads = namesLook(words);
  if (reads && !asksForChange(toolArguments)) return { effect: 'read', effectFrom: 'name' };
  const isNamed = words.some((word) => canChange(word) || both.has(word));
  return { effect: 'write', effectFrom: isNamed || reads ? 'name' : 'unknown' };
}

function namesLook([first = '', ...rest]: readonly string[]): boolean {
  const isVerb = verbLooks.has(first);
  if (!(isVerb || nounLooks.has(first)) || particles.has(rest[0] ?? '') || rest.some(canChange)) return false;
  const end = rest.findIndex((word) => prepositions.has(word));
  const phrase = end === -1 ? rest : rest.slice(0, end);
  const noun = phrase.at(-1);
  // `search` alone; but `list_for_sale` offers something.
  if (noun === undefined) return rest.length === 0;
  // What is listed is several things: `list_item` may offer an item for sale.
  if (first === 'list') return collectionForm.test(noun);
  if (both.has(noun)) return isVerb && phrase.length === 1;
  return things.has(noun) || nounForm.test(noun) || (isVerb && phrase.length === 1);
}

/** A verb of change, or one that is made of it: `unsubscribe`, `reboot`, `overwrite`. */
function canChange(word: string): boolean {
  if (things.has(word) || both.has(word)) return false;
  return changes.has(word) || changes.has(word.replace(/^(?:un|re|de|dis|over|mis)/, ''));
}

const changingMethod = /^(?:post|put|patch|delete)$/i;
const comments = /--[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\//g;
const changingStatement =
  /^\s*(?:begin\s+|explain\s+(?:analyze\s+)?)?(?:insert|update|delete|merge|replace|create|alter|drop|truncate|grant|revoke|call|mutation|with\b.*\b(?:insert|update|delete|merge))\b/is;
/** In any text: what is no statement but reads like one counts as one. */
const changingPhrase =
  /\b(?:insert\s+into|update\s+\S+\s+set|delete\s+from|merge\s+into|replace\s+into|truncate\s+table|(?:create|alter|drop)\s+(?:table|view|index|schema|database|function|trigger|user|role)|select\b[^;]{0,1000}\binto)\b|\bmutation\b[^{]{0,200}\{/i;
/** A longer statement is not read to its end, and so may change anything. */
const maxStatement = 5_000;

/** Whether arguments ask a tool for anything to change something: an HTTP method, a body, a statement of a query language. */
export function asksForChange(given: JsonObject): boolean {
  if ('url' in given && 'body' in given) return true;
  return Object.entries(given).some(([name, value]) => isChange(name, value));
}

function isChange(name: string, value: Json): boolean {
  if (Array.isArray(value)) return value.some((item) => isChange(name, item));
  if (isJsonObject(value)) return asksForChange(value);
  if (typeof value !== 'string') return false;
  if (/method|verb|type/i.test(name) && changingMethod.test(value)) return true;
  const isStatement = /sql|query|statement/i.test(name);
  if (value.length > maxStatement) return isStatement;
  const text = value.replace(comments, ' ');
  return (
    changingPhrase.test(text) || (isStatement && text.split(';').some((one) => changingStatement.test(one)))
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
