import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import type { EngramOptions } from '../../src/index.ts';
import {
  createAdministrator,
  serverUrl,
  uniqueSchema,
  whyNoServer,
  withParameters,
} from '../store/postgres-server.ts';

/** An engine of workflows, and where it keeps them. */
export interface WorkflowEngine {
  readonly name: string;
  readonly engine: 'embedded' | 'dbos';
  /** A place where nothing was kept before. Two that open the same place share it. */
  newPlace(): Place;
  /** To be called in the suite that uses it. */
  prepare(): void;
}

/** Where workflows are kept. */
export type Place = Required<Pick<EngramOptions, 'db' | 'project'>>;

const embedded: WorkflowEngine = {
  name: 'embedded, on SQLite',
  engine: 'embedded',
  newPlace: () => ({
    db: `file:${join(mkdtempSync(join(tmpdir(), 'engram-workflows-')), 'memory.db')}`,
    project: 'default',
  }),
  prepare() {},
};

/** One schema for all, because making the tables of Engram and DBOS takes longer than a test: a project for each. */
function fleet(): WorkflowEngine {
  const schema = uniqueSchema();
  let projects = 0;
  return {
    name: 'a fleet, on DBOS and PostgreSQL',
    engine: 'dbos',
    newPlace() {
      projects += 1;
      return { db: withParameters(serverUrl ?? '', { schema }), project: `project-${projects}` };
    },
    prepare() {
      beforeEach((context) => {
        if (serverUrl === undefined) context.skip(whyNoServer);
      });
      afterAll(async () => {
        if (serverUrl === undefined) return;
        const administrator = createAdministrator(serverUrl);
        await administrator.dropSchemas(schema);
        await administrator.close();
      });
    },
  };
}

/** Engines that the same stories are told of. */
export const workflowEngines = (): readonly WorkflowEngine[] => [embedded, fleet()];
