import { EngramError } from '../../errors.ts';
import { counted } from '../../text/counted.ts';
import type { HttpLimits } from './limits.ts';

/** Waits for work, but not for ever. The work itself is not stopped; its answer is no longer waited for. */
export function within<Result>(
  milliseconds: number,
  work: Promise<Result>,
  tooLate: () => EngramError,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLate()), milliseconds);
    work.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** Waits for an operation as long as one may take. */
export function handledInTime<Result>(
  work: Promise<Result>,
  { handlingMs }: Pick<HttpLimits, 'handlingMs'>,
): Promise<Result> {
  return within(handlingMs, work, () => {
    const seconds = counted(handlingMs / 1_000, 'second');
    const problem = `It takes longer than ${seconds}. It may still be done: look before you repeat it.`;
    return new EngramError('timeout', problem, { details: { limitMs: handlingMs } });
  });
}
