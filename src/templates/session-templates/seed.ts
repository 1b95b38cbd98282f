import { EngramError } from '../../errors.ts';
import { retryOnConflict, revision } from '../../learn/lessons.ts';
import type { Context } from '../../ports/context.ts';
import { restsOn, withdrawnRuns } from '../../recall/loans.ts';
import { parseInput } from '../../records/parse.ts';
import type { Viewer } from '../../records/scope.ts';
import { injectSessionTemplateInput } from '../../records/session-template-inputs.ts';
import type { InjectedChat, InjectSessionTemplate } from './contract.ts';
import { inject } from './inject.ts';
import { namedTemplate } from './session-templates.ts';
import { afterUse, keysOf } from './versions.ts';

/** Puts a template into a chat (SES-4), and records the session or run, whose outcome will count for this version. */
export async function injectTemplate(
  context: Context,
  viewer: Viewer,
  raw: InjectSessionTemplate,
): Promise<InjectedChat> {
  const { name, messages, system, format, tools, session, run } = parseInput(
    injectSessionTemplateInput,
    raw,
    'chat',
  );
  return retryOnConflict(context, async () => {
    const template = await namedTemplate(context, viewer, name);
    const { id, slug, content } = template;
    if (content.status === 'retired') throw retired(slug ?? id, content.retiredBecause);
    if (restsOn(template.derivedFrom, await withdrawnRuns(context, viewer))) throw withdrawn(slug ?? id);
    const examples = content.examples.filter(({ tool }) => tools === undefined || tools.includes(tool));
    const chat = inject({ messages, ...(system === undefined ? {} : { system }) }, examples, format);
    if (examples.length > 0) {
      const { version } = content;
      const at = context.clock.now();
      const seeding = { version, at, sessionId: session ?? null, runId: run ?? null, outcome: null };
      const used = afterUse(content, seeding);
      await context.store.commit([revision(context, template, { content: used, keys: keysOf(used) })]);
    }
    return {
      ...chat,
      template: { id, name: slug ?? id, version: content.version },
      injected: examples.length,
    };
  });
}

function retired(name: string, reason: string | null): EngramError {
  const message = `Session template "${name}" is retired. ${reason ?? ''} Create it again from another session, or ask for the best one.`;
  return new EngramError('invalid_input', message, { details: { name } });
}

export function withdrawn(name: string): EngramError {
  const message = `Session template "${name}" was made from a run that was given memories of others, which are no longer shared. Create it again from another session.`;
  return new EngramError('invalid_input', message, { details: { name } });
}
