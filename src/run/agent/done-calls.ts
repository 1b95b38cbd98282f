import { canonicalJson, type Json, type JsonObject } from '../../model/json.ts';

/** A call that was made earlier in the same run. */
export interface DoneCall {
  readonly tool: string;
  /** As the tool got them: a secret that is concealed here is not recognised. */
  readonly arguments: JsonObject;
  readonly result: Json;
  /** Set when it was made and nobody knows whether it took effect. */
  readonly uncertain?: true;
}

/** What a model is told instead of making such a call again. */
export interface EarlierAnswer {
  readonly result: Json;
  readonly failed: boolean;
}

/**
 * Finds calls that were already made: the same tool, and the same arguments in whatever order they are written.
 *
 * @example
 * const earlier = doneCalls([{ tool: 'cancel', arguments: { id: 7 }, result: 'cancelled' }]);
 * earlier('cancel', { id: 7 }); // { failed: false, result: { note: '…', result: 'cancelled' } }
 */
export function doneCalls(
  done: readonly DoneCall[],
): (tool: string, toolArguments: JsonObject) => EarlierAnswer | undefined {
  const byCall = new Map(done.map((call) => [keyOf(call.tool, call.arguments), call]));
  return (tool, toolArguments) => {
    const call = byCall.get(keyOf(tool, toolArguments));
    return call === undefined ? undefined : earlierAnswer(call);
  };
}

function earlierAnswer({ result, uncertain }: DoneCall): EarlierAnswer {
  if (uncertain === true) {
    return {
      failed: true,
      result:
        'This call was made earlier in this run, and it is not known whether it took effect. It is not made again. Find out by looking, and go on from there.',
    };
  }
  return {
    failed: false,
    result: {
      note: 'This call was already made in this run. It was not made again; this is what it answered.',
      result,
    },
  };
}

function keyOf(tool: string, toolArguments: JsonObject): string {
  return canonicalJson([tool, toolArguments]);
}
