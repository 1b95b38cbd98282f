import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';

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
 * Finds calls that were already made: the same tool, and the same arguments in whatever order they are written. What is
 * left out is the same as its default in the tool's schema, or as null.
 *
 * @example
 * const earlier = doneCalls([{ tool: 'cancel', arguments: { id: 7 }, result: 'cancelled' }], () => null);
 * earlier('cancel', { id: 7 }); // { failed: false, result: { note: '…', result: 'cancelled' } }
 */
export function doneCalls(
  done: readonly DoneCall[],
  schemaOf: (tool: string) => JsonObject | null,
): (tool: string, toolArguments: JsonObject) => EarlierAnswer | undefined {
  const keyOf = (tool: string, toolArguments: JsonObject): string =>
    canonicalJson([tool, inFull(toolArguments, schemaOf(tool))]);
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

function inFull(toolArguments: JsonObject, schema: JsonObject | null): JsonObject {
  const properties = Object.entries(isJsonObject(schema?.['properties']) ? schema['properties'] : {});
  const defaults = properties.flatMap(([name, property]) =>
    isJsonObject(property) && property['default'] !== undefined ? [[name, property['default']]] : [],
  );
  const whole: JsonObject = { ...Object.fromEntries(defaults), ...toolArguments };
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null));
}
