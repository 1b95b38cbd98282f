import { EngramError } from '../../errors.ts';
import { counted } from '../../text/counted.ts';
import type { HttpLimits } from './limits.ts';

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

/** Waits for an operation as long as one may take. */
export async function handledInTime<Result>(
  work: Promise<Result>,
  { handlingMs }: Pick<HttpLimits, 'handlingMs'>,
): Promise<Result> {
  return within(handlingMs, work, () => {
    const seconds = counted(handlingMs / 1_000, 'second');
    const problem = `It takes longer than ${seconds}. It may still be done: look before you repeat it.`;
    return new EngramError('timeout', problem, { details: { limitMs: handlingMs } });
  });
}
