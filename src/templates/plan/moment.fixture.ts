import type { Json, JsonObject } from '../../json/json.ts';
import { aStep } from '../../testing/index.ts';
import type { Moment, WantedValue } from './candidate.ts';
import { type RecordedCall, recordedCall } from './recorded-call.ts';
import { createKnowledge, type ValuesKnown } from './sources.ts';

/** When the calls of these runs were made. */
export const noon = Date.UTC(2026, 10, 16, 12);

/** A look that answered this. */
export function aLook(result: Json, toolArguments: JsonObject = {}): RecordedCall {
  return recordedCall(aStep({ tool: 'get_thing', arguments: toolArguments, result }));
}

/** A change that answered this. */
export function aChange(result: Json, toolArguments: JsonObject = {}): RecordedCall {
  return recordedCall(aStep({ tool: 'create_thing', arguments: toolArguments, result }));
}

/** A run that was given these parameters, and whose calls answered this. */
export function aMoment(parameters: JsonObject = {}, answers: readonly Json[] = [], taskText = ''): Moment {
  return { parameters, taskText, earlier: answers.map((answer) => aLook(answer)), now: noon };
}

/** What a run knows at a moment. */
export function knownAt({ parameters, earlier }: Moment): ValuesKnown {
  const knowledge = createKnowledge();
  for (const call of earlier) knowledge.learn(call);
  return knowledge.known(parameters);
}

/** A value that is to be explained, in one run or in several. */
export function aWanted<Value extends Json>(
  value: Value,
  moments: readonly [Moment, ...Moment[]],
  { key = 'value', again = [] }: { readonly key?: string; readonly again?: readonly Json[] } = {},
): WantedValue<Value> {
  return { key, value, again, moments };
}
