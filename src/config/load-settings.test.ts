import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngramError } from '../errors.ts';
import { asRefusal } from '../testing/refusal.ts';
import { defaultSettings, settingFacts } from './default-settings.ts';
import { loadSettings } from './load-settings.ts';
import { canonicalPath, digestOf, writeTrust } from './trust.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'engram-settings-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes a file below the root and says where it is. */
function file(path: string, content: unknown): string {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, typeof content === 'string' ? content : JSON.stringify(content));
  return full;
}

/** The same, trusted by the user as it is. */
function trustedFile(path: string, content: unknown): string {
  const full = file(path, content);
  writeTrust(join(root, 'home'), canonicalPath(full), digestOf(readFileSync(full, 'utf8')));
  return full;
}

interface Given {
  readonly flags?: Record<string, unknown>;
  readonly environment?: Record<string, string>;
  readonly configFile?: string;
  readonly isStartedByClient?: boolean;
}

function load({ flags = {}, environment = {}, ...given }: Given = {}) {
  mkdirSync(join(root, 'work/deep'), { recursive: true });
  const surroundings = { environment, folder: join(root, 'work/deep'), home: join(root, 'home'), ...given };
  return loadSettings({ name: 'flags', values: flags }, surroundings);
}

async function refusal(given: Given = {}): Promise<EngramError> {
  return asRefusal(
    await load(given).then(
      () => undefined,
      (thrown: unknown) => thrown,
    ),
  );
}

describe('settings', () => {
  it('have defaults that work without any configuration', async () => {
    const { settings, origins } = await load();
    expect(settings).toEqual({
      db: `file:${join(root, 'home/.engram/memory.db')}`,
      user: 'local',
      project: 'default',
      agent: null,
      durability: 'normal',
      capture: { maxValueBytes: 1_000_000 },
      recall: {
        limit: 10,
        weights: { relevance: 0.85, recency: 0.05, confidence: 0.05, success: 0.05 },
        recencyHalfLifeDays: 30,
        relevance: { vector: 0.5, speaker: 0.15, date: 0.15, question: 0.05 },
        similarityThreshold: 0.8,
        similarTasks: {
          weights: { category: 0.4, type: 0.3, complexity: 0.2, description: 0.1 },
          threshold: 0.3,
        },
        context: { memories: 5, tokens: 1_500, minRelevance: 0.6, preferSuccessful: true },
        memoryMb: 1_000,
      },
      memory: {
        shortTermDays: 7,
        promoteAfterUses: 3,
        confidenceHalfLifeDays: 90,
        archiveAfterDays: 180,
        ruleSupport: 3,
      },
      embedder: { provider: 'static', url: null, model: null, apiKey: null, dimensions: null },
      model: {
        provider: 'none',
        url: null,
        name: null,
        apiKey: null,
        timeoutMs: 60_000,
        maxOutputTokens: 4_096,
      },
      templates: {
        contextTokens: 1_500,
        examples: { count: 3, task: 200, arguments: 300, result: 200 },
        synthesis: { by: 'model', tokensPerDay: 200_000, logTokens: 6_000 },
        demotion: { runs: 10, failures: 5 },
        cache: { enabled: true, ttlSeconds: 300, entries: 1_000, megabytes: 50 },
      },
      tools: {
        mcpServers: {},
        readOnly: [],
        writes: [],
        idempotent: [],
        checks: [],
        checkTimeoutMs: 5_000,
        timeoutMs: 60_000,
        maxResultBytes: 10_000_000,
        maxModelCalls: 25,
        maxToolCalls: 100,
      },
      sessionTemplates: {
        classes: {
          code: ['execute_code', 'code_execution'],
          file: ['read_file', 'write_file', 'patch', 'search_files'],
          research: ['web_search', 'web_fetch', 'browser_navigate'],
        },
        majority: 0.6,
        automatic: false,
        automaticFrom: 3,
        judgedAfter: 5,
      },
      github: { apiUrl: 'https://api.github.com', token: null, repository: null, timeoutMs: 30_000 },
      server: {
        corsOrigins: [],
        requestsPerSecond: 500,
        requestBurst: 5_000,
        maxAnswerBytes: 50_000_000,
      },
      backend: {
        use: 'auto',
        honcho: { apiKey: null, appId: 'engram', baseUrl: 'https://api.honcho.dev', timeoutMs: 10_000 },
      },
      workflows: {
        engine: 'auto',
        durability: 'full',
        concurrency: 10,
        pollMs: 200,
        leaseMs: 10_000,
        maxRecoveries: 10,
      },
      learning: {
        halfLifeDays: 30,
        retention: { executions: 1_000, solutions: 500, failurePatterns: 1_000 },
        matchesForCertainty: 10,
        minimumConfidence: 0.3,
        confidenceBoost: 1,
        decisionThreshold: 0.3,
        solutionWeights: { type: 1, message: 0.5 },
        trends: { executions: 20, least: 10, change: 0.1 },
        factorRules: [],
        sequences: { support: 3, longest: 5 },
      },
      prevention: { mode: 'enforce', judgedBeforeOff: 5 },
      report: { lowSuccess: 0.7, slowSeconds: 300, refreshSeconds: 300 },
      telemetry: { endpoint: null, headers: '', serviceName: null, resource: '', content: false },
    });
    expect(new Set(Object.values(origins))).toEqual(new Set(['default']));
    expect(Object.keys(origins)).toContain('capture.maxValueBytes');
  });

  it('come from flags, then the environment, then the project, then the user, and say which', async () => {
    const user = file('home/.engram/config.json', {
      user: 'u1',
      project: 'u1',
      agent: 'u1',
      durability: 'full',
    });
    const project = trustedFile('work/engram.config.json', { user: 'p2', project: 'p2', agent: 'p2' });
    const environment = { ENGRAM_USER: 'e3', ENGRAM_PROJECT: 'e3', ENGRAM_AGENT: '' };
    const { settings, origins } = await load({ flags: { user: 'f4', agent: undefined }, environment });
    expect(settings).toMatchObject({ user: 'f4', project: 'e3', agent: 'p2', durability: 'full' });
    expect(origins).toMatchObject({ user: 'flags', agent: project, durability: user, db: 'default' });
    expect(origins['project']).toContain('ENGRAM_PROJECT');
  });

  it('of the model may come from the environment', async () => {
    const { settings, origins } = await load({
      environment: {
        ENGRAM_MODEL_PROVIDER: 'openai',
        ENGRAM_MODEL_URL: 'http://localhost:11434/v1',
        ENGRAM_MODEL_NAME: 'qwen3',
        ENGRAM_MODEL_API_KEY: 'sk-1',
      },
    });
    expect(settings.model).toMatchObject({
      provider: 'openai',
      url: 'http://localhost:11434/v1',
      name: 'qwen3',
      apiKey: 'sk-1',
    });
    expect(origins['model.name']).toContain('ENGRAM_MODEL_NAME');
  });

  it('of the model say where texts go, and which model is meant', async () => {
    const { settings } = await load({ flags: { model: { provider: 'openai', name: 'small' } } });
    expect(settings.model.url).toBe('https://api.openai.com/v1');
    expect((await refusal({ flags: { model: { provider: 'openai' } } })).message).toContain('model.name');
    expect((await refusal({ flags: { model: { name: 'small' } } })).message).toContain('model.provider');
  });

  it('of one group may come from different places', async () => {
    file('home/.engram/config.json', { recall: { limit: 3 }, capture: { maxValueBytes: 2_000 } });
    const project = trustedFile('work/deep/engram.config.json', { capture: { maxValueBytes: 5_000 } });
    const { settings, origins } = await load({ flags: { recall: {} } });
    expect(settings).toMatchObject({ recall: { limit: 3 }, capture: { maxValueBytes: 5_000 } });
    expect(origins['capture.maxValueBytes']).toBe(project);
  });

  it('of a tool server come from one place only, as a whole', async () => {
    const user = file('home/.engram/config.json', {
      tools: { mcpServers: { mail: { command: 'mail', env: { KEY: 'u' } } } },
    });
    trustedFile('work/engram.config.json', {
      tools: {
        timeoutMs: 500,
        mcpServers: {
          desk: { command: 'old-desk', args: ['--all'], env: { TOKEN: 'p' } },
          'desk.two': { command: 'two' },
        },
      },
    });
    const { settings, origins } = await load({
      flags: { tools: { mcpServers: { desk: { url: 'http://127.0.0.1:1/mcp' } } } },
    });
    expect(settings.tools).toMatchObject({ timeoutMs: 500 });
    expect(settings.tools.mcpServers).toEqual({
      mail: { command: 'mail', args: [], env: { KEY: 'u' } },
      desk: { url: 'http://127.0.0.1:1/mcp', headers: {} },
      'desk.two': { command: 'two', args: [], env: {} },
    });
    expect(origins).toMatchObject({
      'tools.mcpServers.mail.env.KEY': user,
      'tools.mcpServers.desk.url': 'flags',
    });
    expect(origins).not.toHaveProperty(['tools.mcpServers.desk.command']);
  });

  it('are read from the nearest file of the project', async () => {
    file('engram.config.json', { project: 'far' });
    file('work/engram.config.json', { project: 'near', recall: { limit: 2 } });
    expect((await load()).settings).toMatchObject({ project: 'near', recall: { limit: 2 } });
  });

  it('of the user may be a module, and so may a file that is named', async () => {
    file('home/.engram/config.mjs', 'export default { user: "ann", recall: { limit: 2 } };');
    const named = file('other.mjs', 'export default { agent: "named", prevention: { mode: "warn" } };');
    expect((await load({ configFile: named })).settings).toMatchObject({
      user: 'ann',
      agent: 'named',
      recall: { limit: 2 },
      prevention: { mode: 'warn' },
    });
  });

  it('are read from the file that is named, and from no other', async () => {
    file('work/deep/engram.config.json', { project: 'near' });
    const named = file('work/deep/other.json', { agent: 'named' });
    const { settings, origins } = await load({ configFile: 'other.json' });
    expect(settings).toMatchObject({ project: 'default', agent: 'named' });
    expect(origins['agent']).toBe(named);
    expect((await refusal({ configFile: 'missing.json' })).message).toContain(
      join(root, 'work/deep/missing.json'),
    );
  });
});

describe('the database in a file', () => {
  it.each([
    ['file:data/m.db', 'file:ROOT/work/data/m.db'],
    ['file:./m.db', 'file:ROOT/work/m.db'],
    ['file:../m.db?mode=ro', 'file:ROOT/m.db?mode=ro'],
    ['m.db', 'file:ROOT/work/m.db'],
    ['file:/abs/m.db', 'file:/abs/m.db'],
    ['/abs/m.db', '/abs/m.db'],
    ['file:///abs/m.db', 'file:///abs/m.db'],
    ['file:~/m.db', 'file:~/m.db'],
    ['memory:', 'memory:'],
    ['null:', 'null:'],
    ['postgres://host/db', 'postgres://host/db'],
  ])('%s means %s, wherever the command was started', async (db, means) => {
    trustedFile('work/engram.config.json', { db });
    expect((await load()).settings.db).toBe(means.replace('ROOT', root));
  });

  it('from the environment is left as it is', async () => {
    expect((await load({ environment: { ENGRAM_DB: 'file:m.db' } })).settings.db).toBe('file:m.db');
  });
});

describe('settings that are wrong', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown setting', { databse: 'x' }, '"databse"'],
    ['an unknown setting in a group', { recall: { limt: 3 } }, '"limt"'],
    ['an unknown group', { serch: { limit: 3 } }, '"serch"'],
    ['a value out of range', { recall: { limit: 0 } }, '"recall.limit" must be at least 1'],
    ['a value of another type', { capture: 5 }, '"capture" must be'],
    [
      'a check whose place is no path (TPL-12)',
      { tools: { checks: [{ tool: 'cancel_order', look: 'get_order', equal: ['status'] }] } },
      'must be a path such as $.status',
    ],
    ['a value that is no choice', { durability: 'high' }, 'normal, full'],
  ])('are refused with the place they came from: %s', async (_, content, message) => {
    const place = trustedFile('work/engram.config.json', content);
    const error = await refusal();
    expect(error.code).toBe('config_invalid');
    expect(error.message).toContain(message);
    expect(error.message).toContain(`It came from: ${place}.`);
  });

  it.each([
    ['broken JSON', 'engram.config.json', '{ "user": ', 'is not valid JSON'],
    ['a list', 'engram.config.json', '[]', 'must hold an object'],
    ['a module that throws', 'named.mjs', 'throw new Error("boom")', 'could not be loaded: boom'],
    ['a module that exports nothing', 'named.mjs', 'export const a = 1', 'must hold an object'],
  ])('name the file: %s', async (_, name, content, message) => {
    const place = file(`work/${name}`, content);
    const error = await refusal({ configFile: place });
    expect(error.code).toBe('config_invalid');
    expect(error.message).toContain(place);
    expect(error.message).toContain(message);
  });
});

/** A value for each setting that is not the default, as a stranger would choose it. A new setting needs one. */
const chosen: Readonly<Record<string, unknown>> = {
  db: 'postgres://ann@evil.example/db',
  user: 'mallory',
  project: 'theirs',
  agent: 'mallory',
  durability: 'full',
  'embedder.provider': 'none',
  'embedder.url': 'https://evil.example',
  'embedder.model': 'their-model',
  'embedder.apiKey': 'their-key',
  'model.provider': 'none',
  'model.url': 'https://evil.example',
  'model.name': 'their-model',
  'model.apiKey': 'their-key',
  'templates.synthesis.by': 'rules',
  'tools.mcpServers': { theirs: { command: './evil' } },
  'tools.readOnly': ['*'],
  'tools.writes': ['none'],
  'tools.idempotent': ['*'],
  'tools.checks': [{ tool: 'pay', look: 'get_invoice', equal: ['$.id'] }],
  'sessionTemplates.classes.code': ['theirs'],
  'sessionTemplates.classes.file': ['theirs'],
  'sessionTemplates.classes.research': ['theirs'],
  'learning.factorRules': [],
  'prevention.mode': 'off',
  'telemetry.endpoint': 'https://evil.example',
  'telemetry.headers': 'key=theirs',
  'telemetry.serviceName': 'theirs',
  'telemetry.resource': 'team=theirs',
  'workflows.engine': 'embedded',
  'workflows.durability': 'normal',
  'github.apiUrl': 'https://evil.example',
  'github.token': 'their-token',
  'github.repository': 'mallory/theirs',
  'backend.use': 'honcho',
  'backend.honcho.apiKey': 'their-key',
  'backend.honcho.appId': 'theirs',
  'backend.honcho.baseUrl': 'https://evil.example',
  'server.corsOrigins': ['https://evil.example'],
};

const valueAt = (values: unknown, path: readonly string[]): unknown =>
  path.reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], values);

/** Numbers and switches are changed a little, everything else is chosen. */
function valueFor(name: string): unknown {
  const before = valueAt(defaultSettings, name.split('.'));
  if (typeof before === 'boolean') return !before;
  if (typeof before === 'number') return Number.isInteger(before) && before > 1 ? before - 1 : before / 2;
  if (!Object.hasOwn(chosen, name) && name !== 'embedder.dimensions')
    throw new Error(`Choose a value for the setting "${name}", and say whether it is harmless.`);
  return chosen[name] ?? 64;
}

function nested(name: string, value: unknown): object {
  return name.split('.').reduceRight((inner: unknown, member) => ({ [member]: inner }), value) as object;
}

/** What a stranger may set. Mark a setting as harmless only when it sends, starts, frees, deletes and costs nothing. */
const harmlessGroups =
  /^(?:project|agent|recall\..+|learning\..+|report\..+|templates\.(?:contextTokens|examples\..+)|sessionTemplates\..+)$/;
const notHarmless = ['learning.retention.solutions', 'sessionTemplates.automatic'];
const names = Object.keys(settingFacts);
const harmless = names.filter((name) => settingFacts[name]?.harmless === true);

describe('a file of a project (part 13 B)', () => {
  it('may set what is marked as harmless, and nothing else', () => {
    expect(harmless).toEqual(
      names.filter((name) => harmlessGroups.test(name) && !notHarmless.includes(name)),
    );
  });

  it.each(names)('sets nothing but what is harmless: %s', async (name) => {
    const before = await load();
    const place = file('work/engram.config.json', nested(name, valueFor(name)));
    const after = await load();
    const isHarmless = harmless.includes(name);
    if (!isHarmless) expect(after.settings).toEqual(before.settings);
    expect(after.withheld).toEqual(
      isHarmless
        ? []
        : [{ path: place, digest: expect.any(String), isCode: false, isRefused: false, settings: [name] }],
    );
  });

  it.each(names.filter((name) => settingFacts[name]?.variables !== undefined))(
    'sets nothing but what is harmless by the variables of a client: %s',
    async (name) => {
      const [variable = ''] = settingFacts[name]?.variables ?? [];
      const value = String(valueFor(name));
      const environment = { [variable]: value };
      const before = await load();
      file('work/.mcp.json', {
        mcpServers: { engram: { command: 'engram', args: ['mcp'], env: environment } },
      });
      const after = await load({ environment, isStartedByClient: true });
      if (!harmless.includes(name)) {
        expect(after.settings).toEqual(before.settings);
        expect(after.withheld).toMatchObject([{ settings: [name] }]);
      }
    },
  );

  it('is trusted as it is: after the first change it is not', async () => {
    const evil = { prevention: { mode: 'off' } };
    trustedFile('work/engram.config.json', evil);
    expect((await load()).settings.prevention.mode).toBe('off');
    file('work/engram.config.json', { ...evil, project: 'changed' });
    expect((await load()).settings).toMatchObject({ project: 'changed', prevention: { mode: 'enforce' } });
  });

  it('is trusted where it is: the same content elsewhere is not', async () => {
    trustedFile('engram.config.json', { prevention: { mode: 'off' } });
    file('work/engram.config.json', { prevention: { mode: 'off' } });
    expect((await load()).settings.prevention.mode).toBe('enforce');
  });

  it.each(['engram.config.mjs', 'engram.config.js', 'engram.config.ts'])('never runs: %s', async (name) => {
    const proof = join(root, 'ran');
    file(
      `work/${name}`,
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(proof)}, ''); export default { project: 'theirs' };`,
    );
    const { settings, withheld } = await load();
    expect(settings.project).toBe('default');
    expect(withheld).toMatchObject([{ isCode: true, settings: [] }]);
    const byClient = { configFile: join(root, 'work', name), isStartedByClient: true };
    file('work/.mcp.json', { mcpServers: { engram: { args: ['mcp', '--config', `./${name}`] } } });
    expect((await load(byClient)).settings.project).toBe('default');
    expect(existsSync(proof)).toBe(false);
  });

  it('cannot hide a setting behind a name that JavaScript knows', async () => {
    file('work/engram.config.json', '{"__proto__": {"prevention": {"mode": "off"}}}');
    const loaded = await load().catch(() => undefined);
    expect(loaded?.settings.prevention.mode ?? 'enforce').toBe('enforce');
  });
});

describe('flags and variables of a client (part 13 B)', () => {
  const evil = { db: 'file:/evil.db' };
  const argued = (...args: string[]) => ({ mcpServers: { engram: { command: 'engram', args } } });

  it('are the project’s, where a file of the project names them', async () => {
    file('work/.mcp.json', argued('mcp', '--db', 'file:/evil.db'));
    expect((await load({ flags: evil, isStartedByClient: true })).settings.db).toContain('.engram/memory.db');
    // The user's own command line.
    expect((await load({ flags: evil })).settings.db).toBe('file:/evil.db');
  });

  it.each(['.cursor/mcp.json', '.vscode/mcp.json', '.codex/config.toml'])(
    'also in %s, escaped',
    async (name) => {
      file(`work/${name}`, '{"args": ["mcp", "\\u002d\\u002ddb", "file:/evil.db"]}');
      expect((await load({ flags: evil, isStartedByClient: true })).settings.db).toContain(
        '.engram/memory.db',
      );
    },
  );

  it('are the user’s, where the file is the user’s own or only hands them on', async () => {
    file('home/.cursor/mcp.json', argued('mcp', '--db', 'file:/evil.db'));
    file('work/.mcp.json', { env: { ENGRAM_USER: `\${ENGRAM_USER}` } });
    const { settings } = await load({
      flags: evil,
      environment: { ENGRAM_USER: 'ann' },
      isStartedByClient: true,
    });
    expect(settings).toMatchObject({ db: 'file:/evil.db', user: 'ann' });
  });

  it('are in force once the file is trusted', async () => {
    trustedFile('work/.mcp.json', argued('mcp', '--db', 'file:/evil.db'));
    expect((await load({ flags: evil, isStartedByClient: true })).settings.db).toBe('file:/evil.db');
  });

  it('name a configuration file that is the project’s', async () => {
    file('work/.mcp.json', argued('mcp', '--config', 'other.json'));
    const configFile = file('work/other.json', { project: 'theirs', prevention: { mode: 'off' } });
    expect((await load({ configFile, isStartedByClient: true })).settings).toMatchObject({
      project: 'theirs',
      prevention: { mode: 'enforce' },
    });
  });
});

describe('a secret of the user (part 13 B)', () => {
  const secrets = names.flatMap((name) => {
    const { secretFor, variables = [] } = settingFacts[name] ?? {};
    return secretFor === undefined ? [] : [[name, secretFor, variables[0] ?? ''] as const];
  });

  it('is known with its address, for every setting whose name says that it is one', () => {
    const named = names.filter((name) => /key$|token$|headers$|secret|password/i.test(name));
    expect(secrets.map(([name]) => name)).toEqual(named);
  });

  it.each(secrets)('%s does not go to an address in a project’s file, trusted or not', async (...given) => {
    const [name, address, variable] = given;
    const environment = { [variable]: secretOf(name) };
    const [flags, content] = [usedBy(name), nested(address, 'https://evil.example')];
    file('work/engram.config.json', content);
    const { settings } = await load({ environment, flags });
    expect(valueAt(settings, address.split('.'))).not.toBe('https://evil.example');
    const place = trustedFile('work/engram.config.json', content);
    const { code, message } = await refusal({ environment, flags });
    expect(code).toBe('config_invalid');
    for (const part of [name, variable, address, place]) expect(message).toContain(part);
    // The same, where the secret is in the user's file.
    const userFile = file('home/.engram/config.json', nested(name, secretOf(name)));
    expect((await refusal({ flags })).message).toContain(userFile);
  });

  it.each(secrets)('%s goes to an address of the user, and to one in the same file', async (...given) => {
    const [name, address, variable] = given;
    const flags = usedBy(name);
    const addressVariable = settingFacts[address]?.variables?.[0] ?? '';
    const environment = { [variable]: secretOf(name), [addressVariable]: 'https://mine.example' };
    expect(valueAt((await load({ environment, flags })).settings, name.split('.'))).toBe(secretOf(name));
    trustedFile('work/.mcp.json', { mcpServers: { engram: { command: 'engram', env: environment } } });
    const { settings, fromProject } = await load({ environment, flags, isStartedByClient: true });
    expect(valueAt(settings, name.split('.'))).toBe(secretOf(name));
    expect([...fromProject].sort()).toEqual([name, address].sort());
  });

  it('PGPASSWORD does not go to a server in a project’s file, trusted or not', async () => {
    const environment = { PGPASSWORD: 'mine' };
    file('work/engram.config.json', { db: 'postgres://ann@evil.example/db' });
    expect((await load({ environment })).settings.db).toContain('.engram/memory.db');
    trustedFile('work/engram.config.json', { db: 'postgres://ann@evil.example/db' });
    expect((await refusal({ environment })).message).toContain('PGPASSWORD');
    expect((await load()).settings.db).toBe('postgres://ann@evil.example/db');
    expect((await load({ environment, flags: { db: 'postgres://mine.example/db' } })).settings.db).toContain(
      'mine',
    );
  });
});

const secretOf = (name: string): string => (name === 'telemetry.headers' ? 'key=mine' : 'mine');

/** What the address of a model needs beside itself. */
function usedBy(name: string): Record<string, object> {
  if (name.startsWith('model.')) return { model: { provider: 'openai', name: 'small' } };
  return name.startsWith('embedder.') ? { embedder: { provider: 'openai', model: 'small' } } : {};
}
