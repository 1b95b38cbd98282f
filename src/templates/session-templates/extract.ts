import { canonicalJson, type Json } from '../../json/json.ts';
import { maxExamples, type SessionExample } from '../../records/session-template.ts';
import { counted } from '../../text/counted.ts';
import { isRedacted } from '../../text/placeholder.ts';
import type { SessionCall } from './calls.ts';

/** Characters of JSON that arguments may have: a call that writes a whole file is no good example. */
export const maxArgumentsLength = 2_000;
/** Characters of a result that are kept. */
export const maxResultLength = 2_000;

interface ExampleCandidate {
  readonly place: number;
  readonly example: SessionExample;
  /** 0: a result that is there as a whole · 1: one that had to be cut · 2: none. */
  readonly rank: number;
}

/**
 * Up to 10 successful calls of a session, each with its own result (SES-2), in the order they were made. Left out are calls
 * that failed or that nothing answered, that have no arguments or very large ones, whose arguments held a secret (they
 * would teach to send a placeholder), that were kept as a preview only, and repeats.
 *
 * When there are more, every tool gives one before any gives two: those called most often come first, because they are
 * what the next session is going to call. Of a tool, calls with a result that fits come before calls whose result has to be
 * cut or is empty, and earlier ones before later ones.
 */
export function extractExamples(
  calls: readonly SessionCall[],
  max: number = maxExamples,
): readonly SessionExample[] {
  const byTool = candidatesByTool(calls);
  const rows = [...byTool.values()]
    .sort((left, right) => right.length - left.length)
    .map((candidates) => candidates.toSorted((left, right) => left.rank - right.rank));
  const chosen: ExampleCandidate[] = [];
  const longest = Math.max(0, ...rows.map((row) => row.length));
  for (let round = 0; round < longest && chosen.length < max; round += 1) {
    for (const row of rows) {
      const candidate = row[round];
      if (candidate !== undefined && chosen.length < max) chosen.push(candidate);
    }
  }
  return chosen.sort((left, right) => left.place - right.place).map(({ example }) => example);
}

function candidatesByTool(calls: readonly SessionCall[]): ReadonlyMap<string, readonly ExampleCandidate[]> {
  const seen = new Set<string>();
  const byTool = new Map<string, ExampleCandidate[]>();
  for (const [place, call] of calls.entries()) {
    if (call.outcome !== 'worked' || !call.whole || Object.keys(call.arguments).length === 0) continue;
    const written = canonicalJson(call.arguments);
    const sign = `${call.tool}\n${written}`;
    if (written.length > maxArgumentsLength || isRedacted(written) || seen.has(sign)) continue;
    seen.add(sign);
    const { callId, tool, arguments: given, turn } = call;
    const { result, rank } = boundedResult(call.result);
    const candidates = byTool.get(tool) ?? [];
    candidates.push({ place, rank, example: { callId, tool, arguments: given, result, turn } });
    byTool.set(tool, candidates);
  }
  return byTool;
}

/** Marks what was cut off; a structure that is too large becomes the beginning of its text. */
function boundedResult(result: Json): { readonly result: Json; readonly rank: number } {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  if (result === null || text.trim() === '') return { result, rank: 2 };
  if (text.length <= maxResultLength) return { result, rank: 0 };
  const beginning = text.slice(0, maxResultLength - 60).toWellFormed();
  const left = text.length - beginning.length;
  return { result: `${beginning} … [cut: ${counted(left, 'more character')}]`, rank: 1 };
}
