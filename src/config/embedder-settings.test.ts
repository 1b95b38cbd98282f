import { describe, expect, it } from 'vitest';
import { parseInput } from '../records/parse.ts';
import { refusal } from '../testing/refusal.ts';
import { embedderSettings } from './embedder-settings.ts';

const nothing = { url: null, model: null, apiKey: null, dimensions: null };

describe('REC-1 the settings of the embedder', () => {
  it('need not be there', () => {
    expect(embedderSettings.parse(undefined)).toEqual({ provider: 'static', ...nothing });
  });

  it('mean OpenAI itself when no other address is given', () => {
    expect(embedderSettings.parse({ provider: 'openai', model: 'text-embedding-3-small' })).toEqual({
      ...nothing,
      provider: 'openai',
      url: 'https://api.openai.com/v1',
      model: 'text-embedding-3-small',
    });
  });

  it('may come from the environment, where everything is text', () => {
    const given = {
      provider: 'openai',
      url: 'http://localhost:11434/v1',
      model: 'm',
      apiKey: 'k\n',
      dimensions: '256',
    };
    expect(embedderSettings.parse(given)).toEqual({ ...given, apiKey: 'k', dimensions: 256 });
  });

  it('of another provider may stay when one place turns it off', () => {
    const settings = embedderSettings.parse({ provider: 'none', url: 'http://localhost/v1', model: 'm' });
    expect(settings.provider).toBe('none');
  });

  it.each<[string, object, string]>([
    [
      'an unknown provider',
      { provider: 'cohere' },
      '"provider" must be one of: static, openai, use-lite, none',
    ],
    ['an unknown setting', { modle: 'm' }, '"modle"'],
    ['no model', { provider: 'openai' }, '"model" is required by the provider "openai"'],
    ['an address without a provider', { url: 'http://localhost/v1' }, '"provider" is required'],
    ['a model without a provider', { model: 'm' }, '"provider" is required'],
    [
      'an address that is none',
      { provider: 'openai', model: 'm', url: 'localhost' },
      '"url" must be an http or https address.',
    ],
    [
      'credentials in the address',
      { provider: 'openai', model: 'm', url: 'http://a:b@c/v1' },
      'embedder.apiKey',
    ],
    ['a key of two lines', { apiKey: 'top\nsecret' }, '"apiKey" must be one word'],
    ['no dimension', { dimensions: 0 }, '"dimensions" must be at least 1'],
    ['a dimension in words', { dimensions: 'many' }, '"dimensions" must be a number'],
  ])('refuse %s', (_, given, message) => {
    const error = refusal(() => parseInput(embedderSettings, given, 'configuration'));
    expect(error.message).toContain(message);
    expect(error.message).not.toContain('secret');
  });
});
