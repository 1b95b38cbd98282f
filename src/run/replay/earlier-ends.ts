import { isOther, type Memo } from './go-on.ts';
import type { EarlierCall } from './journal.ts';
import type { CallEnd, Stop } from './make-call.ts';

/** What an earlier process did is part of what was done. */
export function earlierEnds({ answers, unknown }: Memo): Array<[number, CallEnd]> {
  const callOf = ({ tool, arguments: given }: EarlierCall) => ({
    tool,
    arguments: given,
    result: null,
    matched: true,
    earlier: true as const,
  });
  return [
    ...[...answers].map(([index, call]): [number, CallEnd] => [
      index,
      { call: { ...callOf(call), result: call.answer }, result: call.answer },
    ]),
    ...[...unknown].map(([index, call]): [number, CallEnd] => [
      index,
      { call: { ...callOf(call), verified: true }, isUnknown: true },
    ]),
  ];
}

/** The stop at a change that may have been made. */
export function stuckAt({ tool, arguments: toolArguments, result }: EarlierCall): Stop {
  const call = { tool, arguments: toolArguments, result: null, matched: false, earlier: true as const };
  if (isOther(result)) {
    const { differs, answer } = result;
    const reason = `"${tool}" was called before, and its answer was not as recorded; it is not called again. Say that it was made when you resume, and the run goes on after it. ${differs.reason}`;
    const why = { ...differs, reason };
    return { status: 'diverged', why, call: { ...call, result: answer }, isLeft: false, isUncertain: true };
  }
  return {
    status: 'failed',
    why: {
      reason: `"${tool}" was begun before the run was interrupted, and no look of the plan shows whether it took effect; it is not called again. Find out, and say so when you resume`,
      expected: 'to know whether it was made',
      found: 'no answer',
    },
    call,
    isLeft: false,
    isUncertain: true,
  };
}
