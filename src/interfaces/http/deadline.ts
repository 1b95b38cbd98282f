import type { EngramError } from '../../errors.ts';

/** Waits for work, but not for ever. The work itself is not stopped; its answer is no longer waited for. */
export async function within<Result>(
  milliseconds: number,
  work: Promise<Result>,
  tooLate: () => EngramError,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLate()), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
