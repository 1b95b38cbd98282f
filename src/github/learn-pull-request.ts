import type * as z from 'zod';
import { redactCommand } from '../capture/redact-command.ts';
import { EngramError } from '../errors.ts';
import { sameJson } from '../json/json.ts';
import { retryOnConflict } from '../learn/lessons.ts';
import type { Context } from '../ports/context.ts';
import { type LearnedPullRequest, learnPullRequestInput, placeText } from '../records/github.ts';
import { importedId } from '../records/imported-id.ts';
import { type Memory, memorySchema, newLife } from '../records/memory.ts';
import { parseInput } from '../records/parse.ts';
import { schemaVersion } from '../records/record.ts';
import type { Viewer } from '../records/scope.ts';
import { maximumNameLength } from '../text/text.ts';
import { placeAt, readPlace, renamed } from './place.ts';
import { type PullRequestMemory, pullRequestMemory } from './pull-request-memory.ts';

export type LearnPullRequest = z.input<typeof learnPullRequestInput>;

/**
 * Records what a merged or closed pull request teaches, as one memory of the viewer (COO-5). Learning it again updates that
 * memory.
 */
export async function learnPullRequest(
  context: Context,
  viewer: Viewer,
  raw: LearnPullRequest,
): Promise<LearnedPullRequest> {
  const { pull: reference, repo } = parseInput(learnPullRequestInput, raw, 'pull request');
  const github = await context.github();
  const { repository } = context.settings.github;
  const asked = readPlace(reference, { host: github.host, repository: repo ?? repository });
  const pull = await github.pullRequest(asked);
  // As GitHub writes it: the repository may have been renamed, and the case of its name does not matter.
  const place = renamed(asked, pull.repository);
  if (pull.state === 'open') {
    throw new EngramError(
      'conflict',
      `The pull request ${placeText(place)} is still open. Learn from it once it is merged or closed.`,
      { details: { pullRequest: placeText(place) } },
    );
  }
  const said = pullRequestMemory(place, pull);
  const source = placeAt(github.host, place);
  const closedAt = Math.min(pull.closedAt ?? context.clock.now(), context.clock.now());
  const fresh = newMemory(viewer, source, closedAt, said);
  const { outcome, metrics } = said;
  const { status, memory } = await keep(context, viewer, fresh);
  return { status, pullRequest: placeText(place), outcome, metrics, memory };
}

function newMemory(scope: Viewer, source: string, createdAt: number, said: PullRequestMemory): Memory {
  return memorySchema.parse({
    schemaVersion,
    // The same whenever the same pull request is learned, so that it is one memory.
    id: importedId('mem', scope, source),
    scope,
    createdAt,
    kind: 'experience',
    text: said.text,
    content: said.content,
    tags: said.tags,
    relevance: said.relevance,
    successRate: said.outcome === 'success' ? 1 : 0,
    provenance: { importedFrom: 'github', externalId: source.slice(0, maximumNameLength) },
    ...newLife(),
  });
}

/** Fields that the pull request decides; everything else is what became of the memory since. */
const decided = ['text', 'content', 'relevance', 'successRate'] as const;

async function keep(
  context: Context,
  viewer: Viewer,
  fresh: Memory,
): Promise<Pick<LearnedPullRequest, 'status' | 'memory'>> {
  const { store, clock } = context;
  return retryOnConflict(context, async () => {
    const known = await store.getMemory(viewer, fresh.id);
    if (known === undefined) {
      const command = redactCommand<'record-memory'>({ type: 'record-memory', memory: fresh });
      await store.commit([command]);
      return { status: 'recorded', memory: command.memory };
    }
    const changes = Object.fromEntries(decided.map((name) => [name, fresh[name]]));
    const memory = memorySchema.parse({ ...known, ...changes, revision: known.revision + 1 });
    const command = redactCommand<'revise-memory'>({
      type: 'revise-memory',
      owner: known.scope,
      memory,
      change: { at: clock.now(), reason: 'updated', note: 'The pull request changed.' },
    });
    // Compared as it would be kept: what was a secret is none any more on either side.
    if (decided.every((name) => sameJson(asJson(known[name]), asJson(command.memory[name])))) {
      return { status: 'unchanged', memory: known };
    }
    await store.commit([command]);
    return { status: 'updated', memory: command.memory };
  });
}

function asJson(value: unknown) {
  return JSON.parse(JSON.stringify(value));
}
