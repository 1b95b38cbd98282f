import { expect } from 'vitest';
import { commandsOf } from '../../src/interfaces/cli/command.ts';
import { displayWidth } from '../../src/interfaces/cli/layout.ts';
import { operations } from '../../src/operations/operations.ts';
import type { World } from './world.ts';

const commands = commandsOf(operations);

/** The words that call an operation. */
export function wordsFor(name: string): readonly string[] {
  const command = commands.find(({ operation }) => operation.name === name);
  expect(command, name).toBeDefined();
  return command?.words ?? [];
}

/** Operations about templates have a walk of their own. */
export const isAboutTemplates = (name: string): boolean =>
  /^(template\.|session-templates\.|solve$)/.test(name);

/** Lines below titles in capitals, up to an empty one. */
function tableLines(out: string): string[] {
  const lines = out.split('\n');
  const from = lines.findIndex((line) => /^[A-Z][A-Z ]+ {2,}[A-Z][A-Z ]*$/.test(line));
  const to = lines.indexOf('', from);
  const below = from === -1 ? [] : lines.slice(from, to === -1 ? undefined : to);
  // A sentence about the table may follow at once.
  return below.filter((line) => /\S {2,}\S/.test(line));
}

/** Calls operations by their commands. */
export interface Walk {
  /**
   * Calls an operation with `--json`. Standard output is exactly one JSON document of the form the operations table
   * promises, and nothing goes to standard error.
   */
  call<Output>(name: string, ...words: string[]): Promise<Output>;
  /** People get something else than the JSON document, on standard output, too. */
  look(name: string, ...words: string[]): Promise<string>;
}

export function createWalk(world: () => World, environment: () => Record<string, string> = () => ({})): Walk {
  /** What only reads can be asked again, at a terminal of the usual width. */
  async function expectTablesThatFit(name: string, words: readonly string[]): Promise<void> {
    if (operations.find((candidate) => candidate.name === name)?.effect !== 'read') return;
    const line = [...wordsFor(name), ...words];
    const { out } = await world().run(line, { environment: environment(), columns: 80 });
    for (const row of tableLines(out)) expect(displayWidth(row), row).toBeLessThanOrEqual(80);
  }
  return {
    async call<Output>(name: string, ...words: string[]): Promise<Output> {
      const operation = operations.find((candidate) => candidate.name === name);
      const line = [...wordsFor(name), ...words, '--json'];
      const answer = await world().run(line, { environment: environment() });
      expect(answer, `${name} ${words.join(' ')}`).toMatchObject({ code: 0, err: '' });
      expect(answer.out.trimEnd().split('\n')).toHaveLength(1);
      const output: unknown = JSON.parse(answer.out);
      expect(operation?.output.safeParse(output).error, name).toBeUndefined();
      return output as Output;
    },
    async look(name, ...words) {
      const { code, out, err } = await world().run([...wordsFor(name), ...words], {
        environment: environment(),
      });
      expect({ code, err }, name).toEqual({ code: 0, err: '' });
      expect(out).not.toMatch(/^[{[]/);
      expect(out, 'one thing is not several').not.toMatch(
        /(?<![\d.,:/-])1 (?!was\b|has\b|is\b)[a-z]+(?<!s)s\b/,
      );
      await expectTablesThatFit(name, words);
      return out;
    },
  };
}
