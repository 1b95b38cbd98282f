import type { Command, Store } from '../../src/ports/store.ts';
import type { ThemeTitle } from '../../src/testing/store-suite/themes.ts';

/** A store that is broken on purpose. The suite must notice. */
export interface Mutant {
  /** What is wrong with it. */
  readonly fault: string;
  /** The part of the suite that notices; others may notice, too. */
  readonly caughtBy: ThemeTitle;
  breakStore(sound: Store): Store;
}

/** A store in which some methods were replaced. */
export const replacing =
  (replace: (sound: Store) => Partial<Store>): Mutant['breakStore'] =>
  (sound) => ({ ...sound, ...replace(sound) });

/** A store that carries out other commands than it was given. It names ignored ones by the places they were given. */
export const commanding = (change: (command: Command) => readonly Command[]): Mutant['breakStore'] =>
  replacing((sound) => ({
    async commit(commands) {
      const changed = commands.flatMap((given, place) =>
        change(given).map((command) => ({ command, place })),
      );
      const { ignored } = await sound.commit(changed.map(({ command }) => command));
      return { ignored: [...new Set(ignored.flatMap((index) => changed[index]?.place ?? []))] };
    },
  }));

/** A store that takes refused commands of this type for done, and carries out the rest one by one. */
export const forgiving = (type: Command['type']): Mutant['breakStore'] =>
  replacing((sound) => ({
    async commit(commands) {
      try {
        return await sound.commit(commands);
      } catch (error) {
        const others = commands.filter((command) => command.type !== type);
        if (others.length === commands.length) throw error;
        return await sound.commit(others);
      }
    },
  }));

type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>;

/** A store that changes the commands of one type before it carries them out. */
export const changing = <Type extends Command['type']>(
  type: Type,
  change: (command: CommandOf<Type>) => readonly Command[],
): Mutant['breakStore'] =>
  commanding((command) => (command.type === type ? change(command as CommandOf<Type>) : [command]));

/** A store that forgets the commands of one type. */
export const forgetting = (type: Command['type']): Mutant['breakStore'] =>
  commanding((command) => (command.type === type ? [] : [command]));
