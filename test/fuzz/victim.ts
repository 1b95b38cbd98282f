import { randomUUID } from 'node:crypto';
import { openEngram, type View, type Viewer } from '../../src/index.ts';
import { type TokenScope, tokenScopes } from '../../src/records/token.ts';

/** A word that stands in each record of the victim, and that nobody else ever says. */
export const newCanary = (): string => `canary${randomUUID().replaceAll('-', '')}`;

export const everyScope: TokenScope[] = [...tokenScopes];

/** What strangers may know of the victim: ids, names and keys, but not the word. */
export interface Victim {
  readonly known: readonly string[];
  readonly token: string;
  /** The secrets of strangers' tokens. */
  readonly strangers: readonly string[];
}

const victim: Partial<Viewer> = { user: 'ann', project: 'shop', agent: 'alice' };

/** Strangers with valid tokens: of another user, with every scope and with few; and of another project. */
const strangers: ReadonlyArray<readonly [Partial<Viewer>, TokenScope[], boolean]> = [
  [{ user: 'mallory', project: 'shop', agent: null }, everyScope, true],
  [{ user: 'mallory', project: 'shop', agent: 'alice' }, ['read', 'write', 'delete'], false],
  [{ user: 'ann', project: 'other', agent: null }, ['read', 'write', 'delete'], false],
  [{ user: 'mallory', project: 'other', agent: null }, ['read'], false],
];

/** Makes a database with all kinds of records of a victim, the word in each, and tokens of strangers. */
export async function plant(db: string, folder: string, canary: string): Promise<Victim> {
  const engram = await openEngram({
    db,
    backend: { use: 'local' },
    surroundings: { environment: {}, folder, home: folder },
  });
  try {
    const alice = engram.as(victim);
    const known = await record(alice, engram.as({ ...victim, agent: null }), canary);
    const { secret: token } = await engram
      .as({ ...victim, agent: null })
      .tokens.create({ name: canary, scopes: everyScope });
    const secrets: string[] = [];
    for (const [viewer, scopes, anyProject] of strangers) {
      const created = await engram.as(viewer).tokens.create({ name: 'stranger', scopes, anyProject });
      secrets.push(created.secret);
    }
    await engram.jobs.run();
    return { known, token, strangers: secrets };
  } finally {
    await engram.close();
  }
}

async function record(alice: View, owner: View, canary: string): Promise<string[]> {
  await alice.tasks.create({ id: 'task-victim', description: `${canary} task`, category: 'auth' });
  const run = await alice.startRun({ task: 'task-victim', inputs: { word: canary }, approach: canary });
  await run.call('fail', { word: canary }, () => Promise.reject(new Error(`boom ${canary}`))).catch(() => {});
  await run.call('work', { word: canary }, () => ({ word: canary }));
  await run.finish({ outcome: 'success', summary: canary });
  const memory = await alice.memories.record({
    kind: 'knowledge',
    text: `treasure ${canary}`,
    tags: ['treasure'],
  });
  const decision = await alice.memories.record({
    kind: 'decision',
    content: { context: 'victim context', action: canary, outcome: 'success' },
  });
  await alice.session('chat-victim').append({ role: 'user', content: `${canary} hello` });
  const template = await alice.templates.save({ run: run.id, name: 'victim-template' });
  const taught = await alice.learning.learn({
    error: 'boom treasure',
    name: 'victim-failure',
    rootCause: canary,
    solution: `${canary} helps`,
    steps: [canary],
    prevention: [`verify ${canary}`],
  });
  const check = await alice.prevention.create({
    name: 'victim-check',
    message: `${canary} is needed`,
    when: { tool: 'work' },
  });
  await owner.agents.register({ name: 'alice', specialisations: ['auth'], description: canary });
  await alice.plans.create({ name: 'victim-plan', description: `- ${canary} one\n- ${canary} two` });
  await alice.backend.use({ action: 'store', user_id: 'maria', key: 'theme', value: canary });
  return [
    'alice',
    'ann',
    'shop',
    'treasure',
    'boom treasure',
    'work',
    'fail',
    'auth',
    'maria',
    'theme',
    'victim context',
    'task-victim',
    'chat-victim',
    'victim-template',
    'victim-failure',
    'victim-check',
    'victim-plan',
    run.id,
    memory.id,
    decision.id,
    template.id,
    check.id,
    taught.pattern.id ?? 'victim-failure',
    taught.solution?.id ?? 'victim-failure',
  ];
}
