import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngramError } from '../errors.ts';
import { asRefusal } from '../testing/refusal.ts';
import { loadSettings } from './load-settings.ts';

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

interface Given {
  readonly flags?: Record<string, unknown>;
  readonly environment?: Record<string, string>;
  readonly configFile?: string;
}

function load({ flags = {}, environment = {}, configFile }: Given = {}) {
  const surroundings = { environment, folder: join(root, 'work/deep'), home: join(root, 'home'), configFile };
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
  it('COO-5: of GitHub come from no file, so that none decides where a token is sent', async () => {
    file('work/engram.config.json', { github: { apiUrl: 'https://elsewhere.example' } });
    expect(await refusal()).toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('must not set "github"'),
    });
  });

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
    const project = file('work/engram.config.json', { user: 'p2', project: 'p2', agent: 'p2' });
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
    const project = file('work/deep/engram.config.json', { capture: { maxValueBytes: 5_000 } });
    const { settings, origins } = await load({ flags: { recall: {} } });
    expect(settings).toMatchObject({ recall: { limit: 3 }, capture: { maxValueBytes: 5_000 } });
    expect(origins['capture.maxValueBytes']).toBe(project);
  });

  it('of a tool server come from one place only, as a whole', async () => {
    const user = file('home/.engram/config.json', {
      tools: { mcpServers: { mail: { command: 'mail', env: { KEY: 'u' } } } },
    });
    file('work/engram.config.json', {
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

  it('are read from the nearest file, and from a module as well', async () => {
    file('engram.config.json', { project: 'far' });
    file('work/engram.config.mjs', 'export default { project: "near", recall: { limit: 2 } };');
    expect((await load()).settings).toMatchObject({ project: 'near', recall: { limit: 2 } });
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
    file('work/engram.config.json', { db });
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
    const place = file('work/engram.config.json', content);
    const error = await refusal();
    expect(error.code).toBe('config_invalid');
    expect(error.message).toContain(message);
    expect(error.message).toContain(`It came from: ${place}.`);
  });

  it.each([
    ['broken JSON', 'engram.config.json', '{ "user": ', 'is not valid JSON'],
    ['a list', 'engram.config.json', '[]', 'must hold an object'],
    ['a module that throws', 'engram.config.mjs', 'throw new Error("boom")', 'could not be loaded: boom'],
    ['a module that exports nothing', 'engram.config.mjs', 'export const a = 1', 'must hold an object'],
  ])('name the file: %s', async (_, name, content, message) => {
    const place = file(`work/${name}`, content);
    const error = await refusal();
    expect(error.code).toBe('config_invalid');
    expect(error.message).toContain(place);
    expect(error.message).toContain(message);
  });
});
