import type * as z from 'zod';
import type { Context } from '../../ports/context.ts';
import { parseInput } from '../../records/parse.ts';
import { type NotKept, type RememberReport, rememberInput } from '../../records/remember.ts';
import type { Viewer } from '../../records/scope.ts';
import { groupBy } from '../group-by.ts';
import { type ChosenByModel, chooseByModel, joined } from './by-model.ts';
import { type Chosen, chooseByRules } from './by-rules.ts';
import { type ReadConversation, readConversation } from './said-message.ts';
import { createSettler } from './settle.ts';

type Remember = z.input<typeof rememberInput>;

/** Messages that are named for a reason. */
const maxNamed = 100;

/**
 * Keeps what is worth keeping of a conversation: preferences, facts, rules, decisions, corrections, lessons. What is known is not kept
 * again, what contradicts is settled, and the same messages again keep nothing new.
 */
export async function remember(context: Context, viewer: Viewer, raw: Remember): Promise<RememberReport> {
  const { messages, session = null, by, maxTokens, dryRun } = parseInput(rememberInput, raw, 'conversation');
  const conversation = readConversation(messages);
  const byRules = chooseByRules(conversation);
  const model = by === 'rules' ? null : await askModel(context, conversation, maxTokens);
  const { keepable, reasons } = model === null ? byRules : joined(byRules, model);
  const settle = createSettler(context, viewer, session, dryRun);
  const notKept = new Map<number, NotKept>(reasons);
  const kept: RememberReport['kept'] = [];
  for (const one of keepable) {
    if ((await context.redact(one.text)) !== one.text) {
      notKept.set(one.position, 'secret');
      continue;
    }
    const settled = await settle(one);
    if ('known' in settled) notKept.set(one.position, 'known');
    else {
      const id = dryRun ? null : settled.memory.id;
      kept.push({
        id,
        kind: one.kind,
        why: one.why,
        text: one.text,
        position: one.position,
        supersedes: [...settled.supersedes],
      });
    }
  }
  for (const { position } of kept) notKept.delete(position);
  if (!dryRun && kept.length > 0)
    await context.audit.note({ action: 'import', of: viewer, kind: 'memory', ids: [], count: kept.length });
  return {
    dryRun,
    by: model === null ? 'rules' : 'model',
    messages: messages.length,
    kept,
    notKept: byReason(notKept),
    model:
      model === null
        ? null
        : { inputTokens: model.inputTokens, outputTokens: model.outputTokens, problem: model.problem },
  };
}

/** What the model chose; null when none is configured. */
async function askModel(
  context: Context,
  { messages }: ReadConversation,
  maxTokens: number,
): Promise<ChosenByModel | null> {
  const model = context.model();
  if (model === null) return null;
  return chooseByModel(model, messages, {
    maxTokens,
    budget: context.synthesisBudget,
    maxOutputTokens: context.settings.model.maxOutputTokens,
  });
}

function byReason(reasons: Chosen['reasons']): RememberReport['notKept'] {
  const groups = groupBy([...reasons], ([, reason]) => reason);
  return [...groups]
    .map(([reason, messages]) => ({
      reason,
      count: messages.length,
      positions: messages
        .map(([position]) => position)
        .sort((left, right) => left - right)
        .slice(0, maxNamed),
    }))
    .sort((left, right) => right.count - left.count);
}
