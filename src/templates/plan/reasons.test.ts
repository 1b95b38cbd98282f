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

describe('TPL-6 a constant needs a reason', () => {
  it.each<[string, Json, Partial<ConstantEvidence>, JsonObject | null, string | undefined]>([
    ['runs with other inputs had it', 'x-4711', { isFromSeveralRuns: true }, null, 'runs'],
    ['there is nothing in it', '', {}, null, 'empty'],
    ['it is null', null, {}, null, 'empty'],
    ['it is a switch', true, {}, null, 'choice'],
    ['the schema lists it', 'high', {}, { enum: ['low', 'high'] }, 'choice'],
    ['the schema does not list it', 'huge', {}, { enum: ['low', 'high'] }, undefined],
    ['the schema allows nothing else', 7, {}, { const: 7 }, 'choice'],
    ['it is the default', 25, {}, { default: 25 }, 'choice'],
    ['it is not the default', 26, {}, { default: 25 }, undefined],
    ['the schema sets bounds to it', 50, {}, { minimum: 1, maximum: 100 }, 'choice'],
    ['the schema only says that it is an integer', 50, {}, { maximum: Number.MAX_SAFE_INTEGER }, undefined],
    ['the task says the number', 5, { task: 'Order 5 mugs' }, null, 'task'],
    ['the task says another number', 5, { task: 'Order 50 mugs' }, null, undefined],
    ['the task says the word', 'refunded', { task: 'Refund the order' }, null, 'task'],
    ['the task says all words', 'works_at', { task: 'Say where Ada works at' }, null, 'task'],
    ['the task says it in two words', 'followup', { task: 'Add a follow-up' }, null, 'task'],
    ['the task says only some words', 'order mugs today', { task: 'Order mugs' }, null, undefined],
    ['the task says a word that begins alike', 'order', { task: 'In the ordinary way' }, null, undefined],
    ['the task says a code that begins alike', 'W1003', { task: 'Cancel W1004' }, null, undefined],
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
    [
      'is configured with a name that the task says',
      '/data/sales.csv',
      { task: 'Sum up the sales' },
      'configured',
    ],
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
    ['are said by the task', 'Refund for Ada', 'Refund for ⁞', { task: 'Write "Refund for …"' }, 'task'],
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
