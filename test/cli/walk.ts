import { expect } from 'vitest';
import { commands } from '../../src/interfaces/cli/commands.ts';
import { operations } from '../../src/interfaces/operations/operations.ts';
import type { World } from './world.ts';

/** The words that call an operation. */
export function wordsFor(name: string): readonly string[] {
  const command = commands.find(({ operation }) => operation.name === name);
  expect(command, name).toBeDefined();
  return command?.words ?? [];
}

/** Operations about templates have a walk of their own. */
export const isAboutTemplates = (name: string): boolean =>
  /^(template\.|session-templates\.|solve$)/.test(name);

/** Calls operations by their commands, and remembers which. */
export interface Walk {
  /**
   * Calls an operation with `--json`. Standard output is exactly one JSON document of the form the operations table
   * promises, and nothing goes to standard error.
   */
  call<Output>(name: string, ...words: string[]): Promise<Output>;
  /** People get something else than the JSON document, on standard output, too. */
  look(name: string, ...words: string[]): Promise<string>;
  readonly walked: ReadonlySet<string>;
}

export function createWalk(world: () => World, environment: () => Record<string, string> = () => ({})): Walk {
  const walked = new Set<string>();
  return {
    walked,
    async call<Output>(name: string, ...words: string[]): Promise<Output> {
      const operation = operations.find((candidate) => candidate.name === name);
      const line = [...wordsFor(name), ...words, '--json'];
      const answer = await world().run(line, { environment: environment() });
      expect(answer, `${name} ${words.join(' ')}`).toMatchObject({ code: 0, err: '' });
      expect(answer.out.trimEnd().split('\n')).toHaveLength(1);
      const output: unknown = JSON.parse(answer.out);
      expect(operation?.output.safeParse(output).error, name).toBeUndefined();
      walked.add(name);
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
      return out;
    },
  };
}
