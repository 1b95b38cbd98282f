import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../src/config/default-settings.ts';
import { commandTable } from '../../src/interfaces/cli/command-table.ts';
import { worldForTest } from './world.ts';

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('what the build computes', () => {
  it.each([
    ['commands', commandTable],
    ['default settings', defaultSettings],
  ])('loses nothing of the %s when it is written as JSON', (_, value) => {
    expect(asJson(value)).toEqual(value);
  });

  it.each([
    ['the commands and their flags', ['completion', 'bash']],
    ['their summaries', ['memory', '--help']],
    ['the help of a command', ['memory', 'record', '--help']],
    ['the default settings', ['config', 'show', '--json']],
  ])('equals what the source says about %s', async (_, words) => {
    const world = worldForTest();
    expect(await world.start(words)).toEqual(await world.run(words));
  });
});
