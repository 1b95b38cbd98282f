import type * as z from 'zod';
import type { Context } from '../../ports/context.ts';
import { parseInput } from '../../records/parse.ts';
import { type NotKept, type RememberReport, rememberInput } from '../../records/remember.ts';
import type { Viewer } from '../../records/scope.ts';
import { groupBy } from '../group-by.ts';
import { chooseByModel } from './by-model.ts';
import { chooseByRules } from './by-rules.ts';
import { readConversation } from './conversation.ts';
import { createSettler } from './settle.ts';

type Remember = z.input<typeof rememberInput>;

/** Messages that are named for a reason. */
const maxNamed = 100;

/**
 * Keeps what is worth keeping of a conversation: what a person says plainly as a rule, preference, decision, correction or standing fact,
 * and what calls show. What is known is not kept again, what contradicts is settled, and the same messages again keep nothing new.
 */
export async function remember(context: Context, viewer: Viewer, raw: Remember): Promise<RememberReport> {
  const { messages, session = null, by, maxTokens, dryRun } = parseInput(rememberInput, raw, 'conversation');
  const conversation = readConversation(messages);
  const byRules = chooseByRules(conversation);
  const model = by === 'rules' ? null : context.model();
  const byModel =
    model === null ? null : await chooseByModel(context, model, conversation.messages, byRules, maxTokens);
  const { keepable, reasons } = byModel ?? byRules;
  const settle = createSettler(context, viewer, session, dryRun);
  const notKept = new Map<number, NotKept>(reasons);
  const kept: RememberReport['kept'] = [];
  for (const one of keepable) {
    const { kind, why, text, position } = one;
    const isSecret = (await context.redact(text)) !== text;
    const settled = isSecret ? null : await settle(one);
    if (settled === null) notKept.set(position, isSecret ? 'secret' : 'known');
    else {
      const id = dryRun ? null : settled.memory.id;
      kept.push({ id, kind, why, text, position, supersedes: [...settled.supersedes] });
    }
  }
  for (const { position } of kept) notKept.delete(position);
  if (!dryRun && kept.length > 0)
    await context.audit.note({ action: 'import', of: viewer, kind: 'memory', ids: [], count: kept.length });
  return {
    dryRun,
    by: byModel === null ? 'rules' : 'model',
    messages: messages.length,
    kept,
    notKept: byReason(notKept),
    model: byModel?.use ?? null,
  };
}

function byReason(reasons: ReadonlyMap<number, NotKept>): RememberReport['notKept'] {
  return [...groupBy([...reasons], ([, reason]) => reason)]
    .map(([reason, messages]) => {
      const positions = messages.map(([position]) => position).sort((left, right) => left - right);
      return { reason, count: messages.length, positions: positions.slice(0, maxNamed) };
    })
    .sort((left, right) => right.count - left.count);
}
