import { describe, expect, it } from 'vitest';
import { modelSettings } from '../../config/model-settings.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { openModel } from './open-model.ts';

const closed = new AbortController().signal;
const settings = modelSettings.parse({ provider: 'openai', url: 'http://127.0.0.1:1/v1', name: 'small' });
const ofAiSdk = {
  specificationVersion: 'v3',
  provider: 'local',
  modelId: 'tiny',
  doGenerate: async () => ({ content: [{ type: 'text', text: 'Yes.' }] }),
};

describe('TPL-3 the language model is one setting', () => {
  it('is none by default', () => {
    expect(openModel(modelSettings.parse(undefined), { closed, name: 'large' })).toBeNull();
  });

  it('may be behind an address, and another one of the same service for a template (TPL-8)', () => {
    expect(openModel(settings, { closed })?.id).toBe('openai:small');
    expect(openModel(settings, { closed, name: 'tiny' })?.id).toBe('openai:tiny');
    expect(openModel(settings, { closed, name: null })?.id).toBe('openai:small');
  });

  it('may be one of the caller', () => {
    const own = scriptedModel([]);
    expect(openModel(own, { closed })).toBe(own);
  });

  it('may be one of the AI SDK', async () => {
    const model = openModel(ofAiSdk, { closed, name: 'tiny' });
    expect(model?.id).toBe('ai-sdk:local:tiny');
    expect(await model?.generate({ messages: [{ role: 'user', text: 'Well?' }] })).toMatchObject({
      text: 'Yes.',
    });
  });

  it.each([['own', scriptedModel([])] as const, ['AI SDK', ofAiSdk] as const])(
    'that is an object is not silently used for another one (%s)',
    (_, choice) => {
      expect(() => openModel(choice, { closed, name: 'large' })).toThrow('asks for the model "large"');
    },
  );

  it('is not asked for anything once Engram is closed', async () => {
    const model = openModel(settings, { closed: AbortSignal.abort() });
    await expect(model?.generate({ messages: [] })).rejects.toThrow('closed');
  });
});
