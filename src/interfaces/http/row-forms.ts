import * as z from 'zod';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { count } from '../../records/number.ts';
import { latestMoment, recordId } from '../../records/record.ts';
import { storableText } from '../../text/text.ts';

/** The forms in which clients of rows write one value (API-2), and the one form it is kept in. */

const isoTime = z.iso.datetime({
  offset: true,
  local: true,
  error: 'must be a time such as 2026-01-31T10:00:00Z, or milliseconds since 1970',
});
/** A time in each of its forms, as it is answered. */
export const writtenTime = z.union([isoTime, count.max(latestMoment)]);
/** A time as clients write it: ISO text, which is UTC unless it says otherwise, or milliseconds. */
export const givenTime = writtenTime.transform((time) =>
  typeof time === 'number' ? time : Date.parse(/Z$|[+-]\d\d:?\d\d$/i.test(time) ? time : `${time}Z`),
);

/** A time as rows show it. */
export const shownTime = (time: number): string => new Date(time).toISOString();

/** An id of the client's own database may be a number. */
export const writtenId = z.union([recordId, z.int()]);
/** An id as it is kept: a number by its digits. */
export const givenId = writtenId.transform(String);

export const writtenPoints = z.union([z.array(storableText).max(50), storableText]);
/** One text stands for a list of one. */
export const givenPoints = writtenPoints.transform((given) =>
  typeof given === 'string' ? [given].filter((text) => text !== '') : given,
);

/** The text of a JSON object, which some clients send instead of the object. */
export const objectText = storableText
  .describe('The same object, written as JSON')
  .transform((text, problems): unknown => {
    const value = parsedObject(text);
    if (value !== undefined) return value;
    problems.addIssue({ code: 'custom', message: 'must be a JSON object, or the text of one' });
    return z.NEVER;
  });

/** The JSON object that a text holds, if it does. */
export function parsedObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
