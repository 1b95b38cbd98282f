import { auditCases, erasureCases } from './audit.ts';
import { byWordsCases } from './by-words.ts';
import { changeTailCases } from './change-tails.ts';
import { changeCases } from './changes.ts';
import { commitCases } from './commits.ts';
import { copyCases } from './copies.ts';
import { counterCases } from './counters.ts';
import { deletedTemplateCases } from './deleted-templates.ts';
import { deletionCases } from './deletion.ts';
import { emptyStoreCases } from './empty-store.ts';
import { executionCases } from './executions.ts';
import { exportCases } from './exports.ts';
import { externalIdCases } from './external-ids.ts';
import { foundStepCases } from './found-steps.ts';
import { grantCases } from './grants.ts';
import { halvesCases } from './halves.ts';
import { holdCases } from './holds.ts';
import { ifAbsentCases } from './if-absent.ts';
import { isolationCases } from './isolation.ts';
import { jobCases } from './jobs.ts';
import { keptIndexCases } from './kept-index.ts';
import { keptRevisionCases } from './kept-revisions.ts';
import { lessonCases } from './lessons.ts';
import { linkCases } from './links.ts';
import { memoryCases } from './memories.ts';
import { metFailureCases } from './met-failures.ts';
import { movedLearningCases } from './moved-learning.ts';
import { nothingKeptCases } from './nothing-kept.ts';
import { overviewCases } from './overview.ts';
import { ownedCases } from './owned.ts';
import { pagingCases } from './paging.ts';
import { pruningCases } from './pruning.ts';
import { randomHistoryCases } from './random-history.ts';
import { randomRunCases } from './random-runs.ts';
import { readAgainCases } from './read-again.ts';
import { recordedCases } from './recorded.ts';
import { retentionCases } from './retention.ts';
import { revisedListCases } from './revised-lists.ts';
import { revisedTemplateCases } from './revised-templates.ts';
import { revisionCases } from './revisions.ts';
import { roundTripCases } from './round-trip.ts';
import { runCases } from './runs.ts';
import { savedLessonCases } from './saved-lessons.ts';
import { sessionCases } from './sessions.ts';
import { sharedRunCases } from './shared-runs.ts';
import type { StoreTheme } from './store-case.ts';
import { tallyCases } from './tallies.ts';
import { taskCases } from './tasks.ts';
import { templateCases } from './templates.ts';
import { tidyCases } from './tidy.ts';
import { tokenCases } from './tokens.ts';
import { useCases } from './uses.ts';
import { vectorCases } from './vectors.ts';
import { workflowCases } from './workflows.ts';

/** The whole contract of a store that keeps what it is given, in the order a reader learns it. */
const keepingThemes = [
  { title: 'an empty store', cases: emptyStoreCases },
  { title: 'what is written is read', cases: roundTripCases },
  { title: 'a commit takes effect as a whole, or is refused', cases: commitCases },
  { title: 'what is there already is ignored when it is asked for', cases: ifAbsentCases },
  { title: 'viewers see what is theirs', cases: isolationCases },
  { title: 'lists are paged', cases: pagingCases },
  { title: 'tasks', cases: taskCases },
  { title: 'runs and steps', cases: runCases },
  { title: 'runs with several agents', cases: sharedRunCases },
  { title: 'steps across runs', cases: foundStepCases },
  { title: 'failures that were met, and those in no pattern', cases: metFailureCases },
  { title: 'runs that have ended', cases: executionCases },
  { title: 'runs and failures, counted', cases: tallyCases },
  { title: 'runs in halves, and decisions', cases: halvesCases },
  { title: 'counts after a history that nobody planned', cases: randomRunCases },
  { title: 'sessions and messages', cases: sessionCases },
  { title: 'memories', cases: memoryCases },
  { title: 'memories from elsewhere', cases: externalIdCases },
  { title: 'deletion', cases: deletionCases },
  { title: 'memories are revised', cases: revisionCases },
  { title: 'what follows a revised memory', cases: revisedListCases },
  { title: 'what statistics read again and again', cases: readAgainCases },
  { title: 'histories from elsewhere', cases: keptRevisionCases },
  { title: 'memories that have expired', cases: pruningCases },
  { title: 'uses of memories', cases: useCases },
  { title: 'vectors of memories', cases: vectorCases },
  { title: 'kept indexes', cases: keptIndexCases },
  { title: 'links between memories', cases: linkCases },
  { title: 'following the changes of memories', cases: changeCases },
  { title: 'following where numbers are given out again', cases: changeTailCases },
  { title: 'following a history that nobody planned', cases: randomHistoryCases },
  { title: 'following messages and ended runs', cases: recordedCases },
  { title: 'what contains some words', cases: byWordsCases },
  { title: 'lessons', cases: lessonCases },
  { title: 'lessons are saved, changed and deleted', cases: savedLessonCases },
  { title: 'templates', cases: templateCases },
  { title: 'templates are changed, and their versions kept', cases: revisedTemplateCases },
  { title: 'templates are deleted', cases: deletedTemplateCases },
  { title: 'tokens', cases: tokenCases },
  { title: 'durable work', cases: workflowCases },
  { title: 'jobs', cases: jobCases },
  { title: 'what Engram counts', cases: counterCases },
  { title: 'owned records', cases: ownedCases },
  { title: 'what owners share', cases: grantCases },
  { title: 'legal holds', cases: holdCases },
  { title: 'what retention selects and deletes', cases: retentionCases },
  { title: 'copies of what owners share', cases: copyCases },
  { title: 'the audit', cases: auditCases },
  { title: 'a user is erased', cases: erasureCases },
  { title: 'overview', cases: overviewCases },
  { title: 'upkeep', cases: tidyCases },
  { title: 'moving a whole store', cases: exportCases },
  { title: 'moving what was learned', cases: movedLearningCases },
] as const satisfies readonly StoreTheme[];

/** The contract of a store that keeps nothing. */
const nothingKeptThemes = [
  { title: 'nothing is kept', cases: nothingKeptCases },
] as const satisfies readonly StoreTheme[];

/** The heading of a part of the contract. */
export type ThemeTitle = (typeof keepingThemes | typeof nothingKeptThemes)[number]['title'];

export function themesFor(keeps: boolean): readonly StoreTheme[] {
  return keeps ? keepingThemes : nothingKeptThemes;
}
