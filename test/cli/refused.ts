import { expect } from 'vitest';
import type { Circumstances, Listed, World } from './world.ts';

/** What `--json` says about a refusal. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/**
 * Runs a command line that must be refused, and answers the error. Whatever is refused, the same holds: nothing
 * on standard output; a sentence on standard error for people, one JSON document with `--json`; the same exit code
 * both ways; and never an unexpected failure.
 */
export async function refused(
  world: World,
  exitCode: number,
  words: readonly string[],
  circumstances: Circumstances = {},
): Promise<Refusal> {
  const forPeople = await world.run(words, circumstances);
  expect(forPeople, forPeople.err).toMatchObject({ code: exitCode, out: '' });
  const forPrograms = await world.run(['--json', ...words], circumstances);
  expect(forPrograms).toMatchObject({ code: exitCode, out: '' });
  const { error } = JSON.parse(forPrograms.err) as { error: Refusal };
  expect(forPeople.err).toBe(`Error: ${error.message}\n`);
  expect(error.code).not.toBe('internal');
  return error;
}

/** How many memories and runs there are, whoever owns them in this project. */
export async function countOf(world: World): Promise<number> {
  const memories = await world.json<Listed>('memory', 'list', '--limit', '1000');
  const runs = await world.json<Listed>('run', 'list', '--limit', '1000');
  return memories.items.length + runs.items.length;
}
