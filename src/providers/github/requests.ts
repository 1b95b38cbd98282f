import type { Octokit } from '@octokit/core';
import type * as z from 'zod';
import { EngramError } from '../../errors.ts';
import {
  attemptRepeatedly,
  type RequestSurroundings,
  realSurroundings,
  type ServiceAttempt,
} from '../attempts.ts';
import { propertyOf } from '../service-answer.ts';
import { type Asked, failureOf, stillFailing } from './failures.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** An answer, or the refusal that another try would not change. */
type Answer = { readonly data: unknown; readonly hasNext: boolean } | { readonly refused: EngramError };

const pageSize = 100;
/** GitHub itself tells no more than 3,000 files of a pull request. */
const maxPages = 30;

/** Requests to GitHub. Looks are tried again when the server fails; changes are not, because they may have been made. */
export interface GitHubRequests {
  read<Schema extends z.ZodType>(
    schema: Schema,
    route: string,
    parameters: Parameters,
    asked: Asked,
  ): Promise<z.output<Schema>>;
  /** All pages of a list. */
  readAll<Schema extends z.ZodType>(
    schema: Schema,
    route: string,
    parameters: Parameters,
    asked: Asked,
  ): Promise<Array<z.output<Schema>>>;
  /** A change, which is sent once. */
  change<Schema extends z.ZodType>(
    schema: Schema,
    route: string,
    parameters: Parameters,
    asked: Asked,
  ): Promise<z.output<Schema>>;
}

export function createRequests(
  octokit: Octokit,
  options: Pick<RequestSurroundings, 'closed' | 'timeoutMs'>,
): GitHubRequests {
  const surroundings: RequestSurroundings = { ...realSurroundings, ...options };

  async function attempt(
    route: string,
    parameters: Parameters,
    asked: Asked,
    signal: AbortSignal,
  ): Promise<ServiceAttempt<Answer>> {
    try {
      const { data, headers } = await octokit.request(route, { ...parameters, request: { signal } });
      const link = propertyOf(headers, 'link');
      return {
        kind: 'done',
        value: { data, hasNext: typeof link === 'string' && /rel="next"/.test(link) },
      };
    } catch (error) {
      const failure = failureOf(error, asked, surroundings.now());
      return 'refused' in failure ? { kind: 'done', value: failure } : failure.passing;
    }
  }

  async function look(route: string, parameters: Parameters, asked: Asked) {
    const answer = await attemptRepeatedly(
      (signal) => attempt(route, parameters, asked, signal),
      surroundings,
    );
    if (answer.kind !== 'done') throw stillFailing(answer, asked);
    if ('refused' in answer.value) throw answer.value.refused;
    return answer.value;
  }

  return {
    async change(schema, route, parameters, asked) {
      const signal = AbortSignal.any([surroundings.closed, AbortSignal.timeout(surroundings.timeoutMs)]);
      const answer = await attempt(route, parameters, asked, signal);
      if (answer.kind !== 'done') throw stillFailing(answer, asked);
      if ('refused' in answer.value) throw answer.value.refused;
      return checked(schema, answer.value.data, asked);
    },
    async read(schema, route, parameters, asked) {
      return checked(schema, (await look(route, parameters, asked)).data, asked);
    },
    async readAll(schema, route, parameters, asked) {
      const items: Array<z.output<typeof schema>> = [];
      for (let page = 1; page <= maxPages; page += 1) {
        const { data, hasNext } = await look(route, { ...parameters, per_page: pageSize, page }, asked);
        if (!Array.isArray(data)) throw unreadable(asked);
        items.push(...data.map((item) => checked(schema, item, asked)));
        if (!hasNext) break;
      }
      return items;
    },
  };
}

function checked<Schema extends z.ZodType>(schema: Schema, data: unknown, asked: Asked): z.output<Schema> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw unreadable(asked);
}

function unreadable(asked: Asked): EngramError {
  return new EngramError(
    'service_unavailable',
    `GitHub's answer about ${asked} is not what its API promises.`,
  );
}
