import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Engram, openEngram } from '../../src/index.ts';
import { tablesOfUsers } from '../../src/store/sql/erase-user.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aWorld, commandsOf } from '../../src/testing/store-suite/world.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { openForTest } from './open-for-test.ts';

/** Words that stand for nothing else, so that they cannot be in a file by chance. */
const words = {
  user: 'xanthippe',
  project: 'quixotry',
  agent: 'zwieback',
  text: 'flibbertigibbet',
  note: 'kerfuffle',
};

/** The files of a folder in which a word can be read. */
function filesWith(folder: string, word: string): string[] {
  return readdirSync(folder).filter((file) => readFileSync(join(folder, file)).includes(word));
}

/** Leaves something of every sort that an agent leaves. */
async function work(engram: Engram): Promise<void> {
  const agent = engram.as({ user: words.user, project: words.project, agent: words.agent });
  const { id } = await agent.memories.record({
    kind: 'knowledge',
    text: `The ${words.text} is here`,
    tags: [words.text],
  });
  await agent.memories.search({ query: words.text });
  await agent.memories.share({ to: 'other', memory: id, note: words.note });
  await engram.as({ user: words.user, project: words.project, agent: 'other' }).memories.get(id);
  const run = await agent.startRun({ description: `Find the ${words.text}`, inputs: { what: words.text } });
  await run.call('find', { what: words.text }, async () => ({ found: words.text }));
  await expect(
    run.call('find', {}, () => Promise.reject(new TypeError(`no ${words.text}`))),
  ).rejects.toThrow();
  await run.finish({ outcome: 'success', summary: words.text });
  await agent.templates.save({ run: run.id, name: `find-the-${words.text}` });
  await agent.learning.failures({});
  await agent.session(`session-${words.text}`).append({ role: 'user', content: words.text });
  await agent.tasks.create({ id: 'task', description: words.text });
  await agent.memories.delete(id);
  await agent.memories.record({ kind: 'rule', text: `Never touch the ${words.text}` });
}

describe('SHR-4: erasing a user', () => {
  it('shows first what would go, and changes nothing', async () => {
    const engram = await openForTest();
    await work(engram);
    const user = engram.as({ user: words.user });
    const shown = await user.users.erase({});
    expect(shown).toMatchObject({
      user: words.user,
      erased: false,
      records: { memories: 1, runs: 1, steps: 2 },
    });
    expect(await user.users.erase({})).toEqual(shown);
  });

  it('leaves not a word of theirs in the files, and nothing else is missing', async () => {
    const folder = temporaryFolder();
    const engram = await openForTest({ db: join(folder, 'memory.db') });
    onTestFinished(() => engram.close());
    await engram.agent('bystander').memories.record({ kind: 'knowledge', text: 'Bread rises at night' });
    await work(engram);
    await engram.jobs.run();
    for (const word of [words.user, words.project, words.agent, words.text, words.note])
      expect(filesWith(folder, word), word).not.toEqual([]);

    const erased = await engram.as({ user: words.user }).users.erase({ confirm: true });
    expect(erased).toMatchObject({ erased: true, records: { memories: 1, runs: 1 } });
    for (const word of Object.values(words)) expect(filesWith(folder, word), word).toEqual([]);
    expect(await engram.as({ user: words.user }).users.erase({})).toMatchObject({ records: {} });
    expect(await engram.memories.list({})).toMatchObject({ items: [{ text: 'Bread rises at night' }] });
  });

  it('keeps the audit whole: that something happened stays known, and to whom does not', async () => {
    const engram = await openForTest();
    await work(engram);
    const user = engram.as({ user: words.user, project: words.project });
    const { head, records } = await engram.audit.verify({});
    await user.users.erase({ confirm: true });
    expect((await user.audit.list({})).items).toEqual([]);
    expect(await engram.audit.verify({ head: head ?? '' })).toMatchObject({
      whole: true,
      records: records + 1,
    });
  });

  it('is not for agents, and not for other users', async () => {
    const engram = await openForTest();
    await work(engram);
    const agent = engram.as({ user: words.user, project: words.project, agent: words.agent });
    await expect(agent.users.erase({ confirm: true })).rejects.toMatchObject({ code: 'forbidden' });
    await engram.as({ user: 'mallory', project: words.project }).users.erase({ confirm: true });
    expect((await agent.memories.list({})).items).toHaveLength(1);
  });

  it('is refused while a legal hold stands, and says what to do', async () => {
    const engram = await openForTest();
    await work(engram);
    const user = engram.as({ user: words.user, project: words.project });
    await user.retention.hold({ name: 'case-7', reason: 'The court asked for it.' });
    await expect(user.users.erase({ confirm: true })).rejects.toMatchObject({ code: 'held' });
    expect((await user.memories.list({})).items).toHaveLength(1);
    await user.retention.release('case-7');
    expect(await user.users.erase({ confirm: true })).toMatchObject({ erased: true });
  });

  it('begins anew when the user comes back', async () => {
    const engram = await openForTest();
    await work(engram);
    await engram.as({ user: words.user }).users.erase({ confirm: true });
    await work(engram);
    const user = engram.as({ user: words.user, project: words.project });
    expect((await user.audit.list({ action: 'erase' })).items).toEqual([]);
    expect((await user.audit.list({ action: 'share' })).items).toHaveLength(1);
    expect(await engram.audit.verify({})).toMatchObject({ whole: true });
  });

  it('reaches every table that has users', async () => {
    const path = join(temporaryFolder(), 'memory.db');
    const store = await openSqliteStore({ path, now: 0 });
    await store.commit(commandsOf(aWorld({ user: words.user, project: 'shop', agent: 'ali' })));
    await store.close();
    const { DatabaseSync } = await loadDriver();
    const raw = new DatabaseSync(path, { readOnly: true, timeout: 1_000 });
    const tables = raw
      .prepare(
        `SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'user_name' WHERE m.type = 'table'`,
      )
      .all() as Array<{ name: string }>;
    raw.close();
    expect(tables.map(({ name }) => name).sort()).toEqual([...tablesOfUsers].sort());
  });

  it('is finished by whoever opens the file next, when the process was ended right after it', async () => {
    const folder = temporaryFolder();
    const open = () =>
      openEngram({
        db: join(folder, 'memory.db'),
        surroundings: { environment: {}, folder, home: '/nowhere' },
      });
    const engram = await open();
    await work(engram);
    await engram.as({ user: words.user }).users.erase({ confirm: true });
    await engram.close();
    const again = await open();
    expect(await again.as({ user: words.user }).users.erase({})).toMatchObject({ records: {} });
    await again.close();
    expect(filesWith(folder, words.text)).toEqual([]);
  });
});
