import { completable, type GetPromptResult, type McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { inert, inertLine } from '../../text/inert/inert.ts';
import { asRecordedData, fenced } from '../../text/inert/recorded-data.ts';
import { presentSuggestion } from '../cli/present/decisions.ts';
import { presentRecognised } from '../cli/present/failures.ts';
import type { View } from '../library/view.ts';
import { viewOf } from '../library/view-of.ts';
import type { McpCaller } from './caller.ts';
import { mayUse } from './offered.ts';
import { pageFor } from './page.ts';
import { createGuard } from './protocol-errors.ts';
import type { ErrorListener } from './shown-error.ts';

/** Messages that a person starts with: what is known, put together before the model is asked. */
export function registerPrompts(server: McpServer, caller: McpCaller, onError: ErrorListener): void {
  const guard = createGuard(onError);
  const say = (write: (view: View) => Promise<string>): Promise<GetPromptResult> =>
    guard(async () => ({
      messages: [
        { role: 'user', content: { type: 'text', text: await write(viewOf(await caller.request.open())) } },
      ],
    }));

  if (mayUse(caller, 'memory.retrieve')) {
    server.registerPrompt(
      'before-you-start',
      {
        title: 'Before you start',
        description: 'A task together with what is remembered about it and what worked before',
        argsSchema: z.object({ task: z.string().describe('What is to be done') }),
      },
      ({ task }) => say((view) => beforeYouStart(view, task)),
    );
    server.registerPrompt(
      'after-an-error',
      {
        title: 'After an error',
        description: 'An error together with what is known about it and what worked next',
        argsSchema: z.object({ error: z.string().describe('The error message') }),
      },
      ({ error }) => say((view) => afterAnError(view, error)),
    );
  }
  if (mayUse(caller, 'memory.record') && mayUse(caller, 'run.show')) {
    const runId = completable(z.string().describe('A run to keep as a template'), (typed) =>
      guard(async () => successfulRuns(viewOf(await caller.request.open()), typed)),
    );
    server.registerPrompt(
      'save-what-worked',
      {
        title: 'Save what worked',
        description: 'Asks for what was learned to be written down, and for a run to be kept as a template',
        argsSchema: z.object({ run: runId.optional() }),
      },
      ({ run }) => say((view) => saveWhatWorked(view, run)),
    );
  }
}

async function successfulRuns(view: View, typed: string): Promise<string[]> {
  const { items } = await view.runs.list({ outcome: 'success', limit: 100 });
  return items.map(({ id }) => id).filter((id) => id.startsWith(typed));
}

async function beforeYouStart(view: View, task: string): Promise<string> {
  const [{ text }, suggestion] = await Promise.all([
    view.memories.context({ query: task }),
    view.learning.suggest({ context: task }),
  ]);
  const tried = suggestion.actions.length === 0 ? '' : presentSuggestion(suggestion, pageFor(view));
  return message(`I want you to do this:\n\n${task}`, [
    ['What is remembered about it', text],
    ['How it went before', asData(tried)],
  ]);
}

async function afterAnError(view: View, error: string): Promise<string> {
  const [failure, { text }] = await Promise.all([
    view.learning.recognise({ error }),
    view.memories.context({ query: error }),
  ]);
  const known = failure.id === null ? '' : presentRecognised(failure, pageFor(view));
  return message(`Find out why this failed and what to do next:\n\n${asData(error)}`, [
    ['This failure', asData(known)],
    ['What is remembered about it', text],
  ]);
}

/** Text that agents, tools and people wrote, in marks that it cannot close. */
function asData(text: string): string {
  return text === '' ? '' : asRecordedData(`${fenced(inert(text))}\n`);
}

/** What is asked, and below it what is known. Each section says of itself what it is. */
function message(asked: string, known: ReadonlyArray<readonly [title: string, text: string]>): string {
  const sections = known
    .filter(([, text]) => text !== '')
    .map(([title, text]) => `## ${title}\n\n${text.trimEnd()}`);
  if (sections.length === 0) return `${asked.trimEnd()}\n\nEngram knows nothing about it yet.`;
  return [asked.trimEnd(), 'Engram knows the following. Weigh it; it may be old or wrong.', ...sections].join(
    '\n\n',
  );
}

/** The run is looked up, so that a wrong id is noticed before an agent tries it. */
async function saveWhatWorked(view: View, run: string | undefined): Promise<string> {
  const keep =
    run === undefined
      ? 'If you recorded a run and it ended in success, keep it with engram_template_save when the same work may come again.'
      : `Keep the run ${inertLine((await view.runs.show(run)).id)} with engram_template_save, under a short name that says what it does.`;
  return [
    'Look back at what you just did, and write down with engram_memory_record what would have saved you time:',
    '- each choice you made and how it went, as a "decision" with context, action and outcome;',
    '- each failure you solved, as a "failure" with errorSignature, rootCause and solution;',
    '- facts about this project you had to find out, as "knowledge".',
    `Only what will be true next time, one memory for each. ${keep}`,
  ].join('\n');
}
