import * as z from 'zod';
import { findJsonObject } from '../../json/find-object.ts';
import { textProblem } from '../../json/json.ts';
import type { Distilled } from '../../records/agent-memory.ts';
import { lazySchema } from '../../records/lazy-schema.ts';
import { bounded, cutText, maxLineLength } from './phrases.ts';
import { listKeys, sequenceKey } from './told-memory.ts';

/** Characters of an answer that are read: a memory of the greatest size is far below this. */
const maxAnswerLength = 200_000;
const maxCalls = 100;

/** What an answer says, or what is wrong with it, in words that the model can be told. */
export type ReadAnswer = { readonly distilled: Distilled } | { readonly problem: string };

const text = z
  .string()
  .refine((value) => textProblem(value) === undefined, 'is not valid text')
  .transform((value) => cutText(value.trim(), maxLineLength));
/** A list, or one text, of which each line is a point: models write either. */
const texts = lazySchema(() =>
  z
    .union([
      z.array(text),
      z
        .string()
        .transform((lines) => lines.split(/\r?\n/))
        .pipe(z.array(text)),
    ])
    .nullish()
    .transform((points) => bounded((points ?? []).filter((point) => point !== ''))),
);

const answerSchema = lazySchema(() =>
  z.object({
    [listKeys.strategies]: texts,
    [sequenceKey]: z
      .array(z.object({ tool: text, rationale: text.default('') }))
      .max(maxCalls)
      .default([]),
    [listKeys.pitfalls]: texts,
    [listKeys.tips]: texts,
    [listKeys.insights]: texts,
  }),
);

/**
 * Reads a model's answer: JSON, bare or fenced, with or without prose around it. What it says is not trusted: texts
 * are cut, and it may name only tools that the log has.
 */
export function readAnswer(answer: string, tools: ReadonlySet<string>): ReadAnswer {
  if (answer.length > maxAnswerLength) return { problem: `it has more than ${maxAnswerLength} characters` };
  const value = findJsonObject(answer);
  if (value === undefined) return { problem: 'it holds no JSON object, or a broken one' };
  const { data, error } = answerSchema.safeParse(value);
  if (data === undefined) {
    const [issue] = error.issues;
    return { problem: `"${issue?.path.join('.') ?? ''}" ${issue?.message ?? 'is not as asked for'}` };
  }
  const unknown = data[sequenceKey].find(({ tool }) => !tools.has(tool));
  if (unknown !== undefined) return { problem: `the tool "${unknown.tool}" is not in the log` };
  const distilled: Distilled = {
    strategies: data[listKeys.strategies],
    toolSequence: data[sequenceKey].map((call, index) => ({ step: index + 1, ...call })),
    pitfalls: data[listKeys.pitfalls],
    tips: data[listKeys.tips],
    insights: data[listKeys.insights],
  };
  const isEmpty = Object.values(distilled).every((list) => list.length === 0);
  return isEmpty ? { problem: 'all its lists are empty or have other names' } : { distilled };
}
