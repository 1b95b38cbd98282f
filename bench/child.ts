import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Tasks } from './tasks.ts';

/** The first word of a command line that asks for one task. */
export const taskWord = 'task';

type Answer = { readonly value: unknown } | { readonly failed: string };

/**
 * Does a task in a process of its own, so that memory and warmth are its own. All of `bench/` is one file when it
 * runs, which is started again.
 *
 * @example await inChild('searchScale', { db: 'file:memory.db' })
 */
export function inChild<Name extends keyof Tasks>(
  name: Name,
  input: Parameters<Tasks[Name]>[0],
  limitMs = 3_600_000,
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [taskWord, name, JSON.stringify(input)], {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`not done after ${limitMs / 60_000} minutes`));
    }, limitMs);
    child.once('message', (answer: Answer) => {
      if ('failed' in answer) reject(new Error(answer.failed));
      else resolve(answer.value as Awaited<ReturnType<Tasks[Name]>>);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`the process ended with ${signal ?? code}`));
    });
  });
}

/** In the process that was started for it: does the task and tells the result. */
export async function answerParent(tasks: Tasks): Promise<void> {
  const [, name = '', input = 'null'] = process.argv.slice(2);
  const task = tasks[name as keyof Tasks] as (input: unknown) => Promise<unknown>;
  let answer: Answer;
  try {
    answer = { value: await task(JSON.parse(input)) };
  } catch (error) {
    answer = { failed: error instanceof Error ? error.message : String(error) };
  }
  process.send?.(answer, () => process.exit(0));
}
