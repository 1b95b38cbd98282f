import { describe, expect, it } from 'vitest';
import { createPage, html, pageAnswer } from './html.ts';
import { shapeText, typeText } from './shape-text.ts';

describe('a page', () => {
  it('escapes all text that is put into it', () => {
    expect(html`<p title="${'"'}">${'<b>&'}</p>${[html`<i>${1}</i>`]}`.markup).toBe(
      '<p title="&quot;">&lt;b&gt;&amp;</p><i>1</i>',
    );
  });

  it('lets the browser run its own script only, and load nothing', async () => {
    const answer = pageAnswer(createPage('T', '', 'run()', html`<p>NAME</p>`), { NAME: '<$&>' });
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none';.*script-src 'sha256-/,
    );
    expect(await answer.text()).toContain('<p>&lt;$&amp;&gt;</p>');
  });
});

describe('what a value looks like', () => {
  const memory = { $ref: '#/components/schemas/Memory' };

  it('is said in words for a field', () => {
    expect(typeText({ enum: ['a', 'b'] })).toBe('a | b');
    expect(typeText({ type: 'array', items: { type: 'string' } })).toBe('list of string');
    expect(typeText({ anyOf: [{ type: 'number' }, { type: 'null' }] })).toBe('number or null');
    expect(typeText({ type: ['string', 'null'] })).toBe('string or null');
    expect(typeText({})).toBe('any JSON');
  });

  it('is drawn as code for an answer', () => {
    const properties = { items: { type: 'array', items: memory }, next: { type: ['string', 'null'] } };
    expect(shapeText({ type: 'object', properties, required: ['items'] })).toBe(
      '{\n  items: Memory[]\n  next?: string | null\n}',
    );
    expect(shapeText({ type: 'array', items: { enum: ['a', 'b'] } })).toBe('("a" | "b")[]');
    expect(shapeText({ type: 'object', additionalProperties: memory })).toBe('{ [name]: Memory }');
  });

  it('shows the kinds of one record side by side', () => {
    const kind = (name: string, content: string) => ({
      properties: { kind: { const: name }, text: { type: 'string' }, [content]: { type: 'number' } },
      required: ['kind', 'text', content],
    });
    expect(shapeText({ oneOf: [kind('a', 'x'), kind('b', 'y')] })).toBe(
      '{\n  kind: "a" | "b"\n  text: string\n  x?: number\n  y?: number\n}',
    );
  });
});
