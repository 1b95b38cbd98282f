import type { RunHandle } from '../../../../ports/run-handle.ts';
import { type Story, think } from './story.ts';

/** A call that lasts until it is ended, so that other calls can be made meanwhile. */
function beginCall(run: RunHandle, tool: string, given: Readonly<Record<string, unknown>>) {
  let end!: (answer: object) => void;
  const answered = new Promise<object>((resolve) => {
    end = resolve;
  });
  const called = run.call(tool, given, () => answered);
  return async (answer: object): Promise<void> => {
    end(answer);
    await called;
  };
}

/** Three agents ship a feature in one run: Ada migrates while Dana tests the page, then Ben rolls it out. */
export async function shipTogether(story: Story): Promise<void> {
  const { clock } = story;
  const run = await story.as('ben').startRun({
    description: 'Ship gift cards 1.1 with Ada and Dana',
    category: 'deploys',
    type: 'release',
    inputs: { version: '1.1.0' },
  });
  const [ada, dana] = [run.as('ada'), run.as('dana')];
  await think(story, run, 1_850, 140);
  await run.note('Ada migrates and Dana tests the page at the same time; the rollout waits for both.');
  const endMigration = beginCall(ada, 'apply_migration', { migration: 'gift-cards-1.1' });
  clock.pass(1_500);
  const endRendering = beginCall(dana, 'render_page', { page: 'gift-card' });
  clock.pass(7_500);
  await endRendering({ rendered: true });
  const endComparison = beginCall(dana, 'compare_screenshots', { page: 'gift-card' });
  clock.pass(6_200);
  await endComparison({ different: 0 });
  clock.pass(4_800);
  await endMigration({ migrated: 48_210 });
  await ada.call('compare_row_counts', { table: 'gift_cards' }, () => {
    clock.pass(3_100);
    return { equal: true };
  });
  await think(story, run, 2_300, 110);
  // A check would block the rollout without it.
  await run.call('drain_connections', { service: 'gift-cards' }, () => {
    clock.pass(2_600);
    return { drained: 41 };
  });
  await run.call('roll_out', { service: 'gift-cards', version: '1.1.0' }, () => {
    clock.pass(9_400);
    return { healthy: true };
  });
  await run.call('watch_errors', { service: 'gift-cards', minutes: 1 }, () => {
    clock.pass(6_000);
    return { errors: 0 };
  });
  await run.finish({
    outcome: 'success',
    approach: 'migrate-and-test-in-parallel',
    summary: 'Gift cards 1.1 is out. Migration and visual tests ran at the same time.',
  });
}
