import { changes } from './changes.ts';
import type { Home } from './home.ts';
import { phoneLooks } from './phone.ts';
import { printerLooks } from './printer.ts';
import { routerLooks } from './router.ts';
import type { ChangeName, LookName } from './tickets.ts';
import { trialLooks } from './trials.ts';

const looks = { ...phoneLooks, ...routerLooks, ...printerLooks, ...trialLooks };

/** The tools of a home, as they are handed to Engram. */
export interface HomeTools {
  readonly functions: Readonly<
    Record<string, { readonly execute: () => Promise<string>; readonly readOnly: boolean }>
  >;
  call(tool: LookName | ChangeName): Promise<string>;
  /** The changes that were made, in order. */
  readonly changed: readonly string[];
}

export function toolsOf(home: Home): HomeTools {
  const changed: string[] = [];
  const toolOf = (name: string, act: (home: Home) => string, readOnly: boolean) => {
    const execute = async (): Promise<string> => {
      if (!readOnly) changed.push(name);
      return act(home);
    };
    return [name, { execute, readOnly }] as const;
  };
  const functions = Object.fromEntries([
    ...Object.entries(looks).map(([name, act]) => toolOf(name, act, true)),
    ...Object.entries(changes).map(([name, act]) => toolOf(name, act, false)),
  ]);
  return {
    functions,
    changed,
    call: async (tool) => {
      const found = functions[tool];
      if (found === undefined) throw new Error(`There is no tool "${tool}".`);
      return found.execute();
    },
  };
}
