import type { Store } from '../../src/ports/store.ts';
import { auditMutants } from './audit-mutants.ts';
import { byWordsMutants } from './by-words-mutants.ts';
import { counterMutants } from './counter-mutants.ts';
import { executionMutants } from './execution-mutants.ts';
import { exportMutants } from './export-mutants.ts';
import { everyone, skippingOne } from './faults.ts';
import { foundStepMutants } from './found-step-mutants.ts';
import { grantMutants } from './grant-mutants.ts';
import { halvesMutants } from './halves-mutants.ts';
import { ignoredMutants } from './if-absent-mutants.ts';
import { jobMutants } from './job-mutants.ts';
import { keptIndexMutants } from './kept-index-mutants.ts';
import { lessonKeyMutants } from './lesson-key-mutants.ts';
import { lessonMutants } from './lesson-mutants.ts';
import { lifeMutants } from './life-mutants.ts';
import { linkMutants } from './link-mutants.ts';
import { memoryMutants } from './memory-mutants.ts';
import { metFailureMutants } from './met-failure-mutants.ts';
import { type Mutant, replacing } from './mutant.ts';
import { ownedExportMutants, ownedMutants } from './owned-mutants.ts';
import { recordedMutants } from './recorded-mutants.ts';
import { holdMutants, retentionMutants } from './retention-mutants.ts';
import { runMutants } from './run-mutants.ts';
import { templateVersionMutants } from './template-mutants.ts';
import { tokenMutants } from './token-mutants.ts';
import { workflowMutants } from './workflow-mutants.ts';

type StoreMethod = Exclude<keyof Store, 'name' | 'keeps'>;

/** For every method at least one way to get it wrong; a new method does not compile without. */
export const methodMutants: Readonly<Record<StoreMethod, readonly Mutant[]>> = {
  ...runMutants,
  ...foundStepMutants,
  ...metFailureMutants,
  ...executionMutants,
  ...halvesMutants,
  ...lessonMutants,
  ...lessonKeyMutants,
  ...memoryMutants,
  ...lifeMutants,
  ...tokenMutants,
  ...jobMutants,
  ...counterMutants,
  ...workflowMutants,
  ...ownedMutants,
  ...grantMutants,
  ...linkMutants,
  ...keptIndexMutants,
  ...recordedMutants,
  ...byWordsMutants,
  ...retentionMutants,
  ...auditMutants,
  ...exportMutants,
  export: [...exportMutants.export, ...ownedExportMutants],
  ...templateVersionMutants,
  commit: [
    ...ignoredMutants,
    ...holdMutants,
    {
      fault: 'carries out the commands before a refused one',
      caughtBy: 'jobs',
      breakStore: replacing((sound) => ({
        async commit(commands) {
          const ignored: number[] = [];
          for (const [place, command] of commands.entries()) {
            if ((await sound.commit([command])).ignored.length > 0) ignored.push(place);
          }
          return { ignored };
        },
      })),
    },
    {
      fault: 'swallows every refusal',
      caughtBy: 'jobs',
      breakStore: replacing((sound) => ({
        commit: (commands) => sound.commit(commands).catch(() => ({ ignored: [] })),
      })),
    },
    {
      fault: 'refuses with an untyped error',
      caughtBy: 'jobs',
      breakStore: replacing((sound) => ({
        commit: (commands) =>
          sound.commit(commands).catch((error: Error) => Promise.reject(new Error(error.message))),
      })),
    },
    {
      fault: 'carries out the commands in reverse',
      caughtBy: 'histories from elsewhere',
      breakStore: replacing((sound) => ({ commit: (commands) => sound.commit(commands.toReversed()) })),
    },
    {
      fault: 'resolves before the records are there',
      caughtBy: 'jobs',
      breakStore: replacing((sound) => ({
        async commit(commands) {
          setTimeout(() => void sound.commit(commands).catch(() => {}), 5);
          return { ignored: [] };
        },
      })),
    },
  ],
  findTemplates: [
    {
      fault: 'finds templates by id only',
      caughtBy: 'templates',
      breakStore: replacing((sound) => ({
        findTemplates: async (viewer, name) =>
          (await sound.findTemplates(viewer, name)).filter((template) => template.id === name),
      })),
    },
    {
      fault: 'finds one template of a slug',
      caughtBy: 'templates',
      breakStore: replacing((sound) => ({
        findTemplates: async (viewer, name) => (await sound.findTemplates(viewer, name)).slice(0, 1),
      })),
    },
  ],
  listTemplates: [
    {
      fault: 'shows the templates of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        listTemplates: (viewer, page) => sound.listTemplates(everyone(viewer), page),
      })),
    },
    {
      fault: 'skips a template between pages',
      caughtBy: 'lists are paged',
      breakStore: replacing((sound) => ({
        listTemplates: (viewer, page) => skippingOne((asked) => sound.listTemplates(viewer, asked), page),
      })),
    },
  ],
  listAgents: [
    {
      fault: 'counts every finished run as a success',
      caughtBy: 'overview',
      breakStore: replacing((sound) => ({
        listAgents: async (viewer) =>
          (await sound.listAgents(viewer)).map((agent) => ({ ...agent, successes: agent.finished })),
      })),
    },
    {
      fault: 'shows every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({ listAgents: (viewer) => sound.listAgents(everyone(viewer)) })),
    },
    {
      fault: 'knows only agents that had runs',
      caughtBy: 'overview',
      breakStore: replacing((sound) => ({
        listAgents: async (viewer) => (await sound.listAgents(viewer)).filter((agent) => agent.runs > 0),
      })),
    },
  ],
  count: [
    {
      fault: 'counts expired memories',
      caughtBy: 'memories',
      breakStore: replacing((sound) => ({ count: (viewer) => sound.count(viewer, 0) })),
    },
    {
      fault: 'counts the records of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({ count: (viewer, now) => sound.count(everyone(viewer), now) })),
    },
    {
      fault: 'counts memories that do not stand',
      caughtBy: 'memories',
      breakStore: replacing((sound) => ({
        async count(viewer, now) {
          const counts = await sound.count(viewer, now);
          const demoted = await sound.listMemories(viewer, { now, standing: 'demoted' }, { limit: 1_000 });
          return { ...counts, memories: counts.memories + demoted.items.length };
        },
      })),
    },
    {
      fault: 'counts sessions as messages',
      caughtBy: 'overview',
      breakStore: replacing((sound) => ({
        async count(viewer, now) {
          const counts = await sound.count(viewer, now);
          return { ...counts, messages: counts.sessions };
        },
      })),
    },
    {
      fault: 'counts runs that ended as successful',
      caughtBy: 'overview',
      breakStore: replacing((sound) => ({
        async count(viewer, now) {
          const counts = await sound.count(viewer, now);
          return { ...counts, successfulRuns: counts.finishedRuns };
        },
      })),
    },
  ],
  health: [
    {
      fault: 'finds a problem where there is none',
      caughtBy: 'overview',
      breakStore: replacing((sound) => ({
        health: async () => ({ ...(await sound.health()), problems: ['page 3 is never used'] }),
      })),
    },
  ],
  close: [
    {
      fault: 'fails to close',
      caughtBy: 'jobs',
      breakStore: replacing(() => ({ close: () => Promise.reject(new Error('cannot close')) })),
    },
  ],
};
