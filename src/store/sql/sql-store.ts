import type { JsonObject } from '../../json/json.ts';
import type { Dialect, SqlClient } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import { once } from '../once.ts';
import { readAudit } from './audit.ts';
import { readRetrievalTimes } from './counters.ts';
import { readJobs } from './jobs.ts';
import { readKeptIndex } from './kept-index.ts';
import { defaultIndexAfter, indexSome } from './list-index.ts';
import { readLinks } from './memory-links.ts';
import { readOwned } from './owned.ts';
import { readExecutions } from './read-executions.ts';
import { readFailures } from './read-failures.ts';
import { readLessons } from './read-lessons.ts';
import { readLife } from './read-life.ts';
import { readMemories } from './read-memories.ts';
import { readOverview } from './read-overview.ts';
import { readRecorded } from './read-recorded.ts';
import { readRuns } from './read-runs.ts';
import { readSelections } from './read-selections.ts';
import { readSessions } from './read-sessions.ts';
import { readSteps } from './read-steps.ts';
import { readTallies } from './read-tallies.ts';
import { readTasks } from './read-tasks.ts';
import { readTemplates } from './read-templates.ts';
import { readWorkflows } from './read-workflows.ts';
import { readTokens } from './tokens.ts';
import { readUnsorted } from './unsorted-failures.ts';

/** Loaded when first needed: most commands only read. */
const loadCommit = once(() => import('./commit.ts'));
const loadExport = once(() => import('./export.ts'));

/** The store on any SQL database: all its SQL is shared, the client and the dialect are what differs. */
export function createSqlStore(
  client: SqlClient,
  dialect: Dialect,
  formatVersion: number,
  indexAfter: number = defaultIndexAfter,
): Store {
  return {
    name: dialect.name,
    keeps: true,
    commit: async (commands) => (await loadCommit()).commitTo(client, dialect, commands),
    ...readTasks(client),
    ...readRuns(client),
    ...readSteps(client, dialect),
    ...readFailures(client, dialect),
    ...readExecutions(client),
    ...readTallies(client, dialect),
    ...readLessons(client, dialect),
    ...readUnsorted(client),
    ...readSessions(client),
    ...readMemories(client, dialect, indexAfter),
    ...readLife(client, dialect),
    ...readKeptIndex(client),
    ...readRecorded(client, dialect),
    ...readTemplates(client),
    ...readOverview(client),
    ...readTokens(client),
    ...readWorkflows(client),
    ...readJobs(client),
    ...readRetrievalTimes(client),
    ...readLinks(client, dialect),
    ...readOwned(client),
    ...readSelections(client, dialect),
    ...readAudit(client),
    export: async (after, limit) => (await loadExport()).exportFrom(client, after, limit),
    tidy: (limit) => indexSome(client, dialect, limit),
    async health(depth = 'thorough') {
      const { details, ...found } = await client.inspect(depth);
      return { backend: dialect.name, formatVersion, ...found, details: details as JsonObject };
    },
    close: () => client.close(),
  };
}
