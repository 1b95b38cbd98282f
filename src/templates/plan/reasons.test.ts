import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.ts';
import { type ConstantEvidence, reasonFor, reasonForWords, schemaAt } from './reasons.ts';

const anEvidence = (overrides: Partial<ConstantEvidence> = {}): ConstantEvidence => ({
  task: '',
  configured: [],
  isLook: false,
  isFromSeveralRuns: false,
  ...overrides,
});

/** What a look is made for. */
const asked = (task: string): Partial<ConstantEvidence> => ({ task, isLook: true });

describe('TPL-6 a constant needs a reason', () => {
  it.each<[string, Json, Partial<ConstantEvidence>, JsonObject | null, string | undefined]>([
    ['runs with other inputs had it', 'x-4711', { isFromSeveralRuns: true }, null, 'runs'],
    ['there is nothing in it', '', {}, null, 'empty'],
    ['it is null', null, {}, null, 'empty'],
    ['it is a switch of a look', true, { isLook: true }, null, 'choice'],
    ['it is a switch of a change', true, {}, null, undefined],
    ['the schema of a look lists it', 'high', { isLook: true }, { enum: ['low', 'high'] }, 'choice'],
    ['the schema of a change lists it', 'high', {}, { enum: ['low', 'high'] }, undefined],
    ['a copied 2 is one of three', 2, {}, { enum: [1, 2, 3] }, undefined],
    ['the schema does not list it', 'huge', { isLook: true }, { enum: ['low', 'high'] }, undefined],
    ['the schema lists nothing else', 'high', {}, { enum: ['high'] }, 'choice'],
    ['the schema allows nothing else', 7, {}, { const: 7 }, 'choice'],
    ['it is the default of a look', 25, { isLook: true }, { default: 25 }, 'choice'],
    ['it is the default of a change', 25, {}, { default: 25 }, undefined],
    ['it is not the default', 26, { isLook: true }, { default: 25 }, undefined],
    ['a look sets bounds to it', 50, { isLook: true }, { minimum: 1, maximum: 100 }, 'choice'],
    ['a change sets bounds to it', 250, {}, { maximum: 10_000 }, undefined],
    [
      'the schema only says that it is an integer',
      50,
      { isLook: true },
      { maximum: Number.MAX_SAFE_INTEGER },
      undefined,
    ],
    ['the task says the number', 5, { task: 'Order 5 mugs' }, null, undefined],
    ['the task of a change says the word', 'refunded', { task: 'Refund the order' }, null, undefined],
    ['the task of a look says the word', 'refunded', asked('Refund the order'), null, 'task'],
    ['the task of a look says all words', 'works_at', asked('Say where Ada works at'), null, 'task'],
    ['the task of a look says it in two words', 'followup', asked('Add a follow-up'), null, 'task'],
    ['the task says only some words', 'order mugs today', asked('Order mugs'), null, undefined],
    ['the task says a word that begins alike', 'order', asked('In the ordinary way'), null, undefined],
    ['the task says a code that begins alike', 'W1003', asked('Cancel W1004'), null, undefined],
    ['it has signs only', '--', {}, null, 'structure'],
    ['nothing says so', 'ada@example.com', { task: 'Tell the customer' }, null, undefined],
    ['nothing says so about a number', 37, { task: 'Take some' }, null, undefined],
    ['nothing says so about a list', ['x'], { task: 'x' }, null, undefined],
  ])('%s', (_, value, evidence, schema, reason) => {
    expect(reasonFor(value, schema, anEvidence(evidence))).toBe(reason);
  });
});

describe('TPL-6 a path or an address of the configured tools', () => {
  const configured = ['/data', '/data/reports'];

  it.each<[string, string, Partial<ConstantEvidence>, string | undefined]>([
    ['is configured itself', '/data/reports', {}, 'configured'],
    ['is not with a name that the task says', '/data/sales.csv', { task: 'Sum up the sales' }, undefined],
    ['is not with a name that nothing says', '/data/acme.csv', { task: 'Sum up the sales' }, undefined],
    ['may be looked at below what is configured', '/data/acme.csv', { isLook: true }, 'configured'],
    ['may not be looked at elsewhere', '/etc/passwd', { isLook: true }, undefined],
  ])('%s', (_, value, evidence, reason) => {
    expect(reasonFor(value, null, anEvidence({ configured, ...evidence }))).toBe(reason);
  });
});

describe('TPL-6 the words around known values', () => {
  const select = "SELECT name FROM users WHERE mail = 'ada@example.com'";

  it.each<[string, string, string, Partial<ConstantEvidence>, string | undefined]>([
    ['are those of SQL', select, 'SELECT name FROM users WHERE mail =  ', {}, 'structure'],
    ['have a text of their own', `${select} AND x = 'y'`, "SELECT name AND x = 'y'", {}, undefined],
    ['have a number of their own', `${select} LIMIT 5`, 'SELECT name LIMIT 5', {}, undefined],
    ['have a column with a digit', `${select} AND c2`, 'SELECT c2', {}, 'structure'],
    ['are signs', '/a/b', '/⁞/⁞', {}, 'structure'],
    ['are a letter that is joined to a value', 'v1.4.3', 'v⁞', {}, 'structure'],
    ['are a mark in brackets', '- [x] milk', '- [x] ⁞', {}, 'structure'],
    ['are a letter that stands alone', 'Grade A for Ada', 'A ⁞', {}, undefined],
    ['are said by the task', 'Refund for Ada', 'Refund for ⁞', { task: 'Write "Refund for …"' }, undefined],
    [
      'are said by the task of a look',
      'Refund for Ada',
      'Refund for ⁞',
      asked('Write "Refund for …"'),
      'task',
    ],
    ['are said by nobody', 'Dear Acme Corp, Ada', 'Dear Acme Corp, ⁞', { task: 'Write to them' }, undefined],
    ['are the kind of a file', 'W-1003.md', '⁞.md', {}, 'structure'],
    ['were the same in several runs', 'Dear Ada', 'Dear ⁞', { isFromSeveralRuns: true }, 'runs'],
  ])('%s', (_, whole, words, evidence, reason) => {
    expect(reasonForWords(whole, words, anEvidence(evidence))).toBe(reason);
  });
});

describe('TPL-6 the schema of an argument', () => {
  it('is found by the name of a member, or for the items of a list', () => {
    const schema = { properties: { tags: { items: { enum: ['a'] } }, odd: true } };
    expect(schemaAt(schemaAt(schema, 'tags'), 3)).toEqual({ enum: ['a'] });
    expect(schemaAt(schema, 'odd')).toBeNull();
    expect(schemaAt(schema, 'gone')).toBeNull();
    expect(schemaAt(null, 'tags')).toBeNull();
  });
});
