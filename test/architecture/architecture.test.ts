import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operationFiles } from '../../src/operations/operations.ts';
import { findCycles, partOf, readSourceFiles } from './source-files.ts';

const files = readSourceFiles();
const productFiles = files.filter((file) => !file.isTest);
/** Stages in the order data flows: each may import those before it. */
const stages = [
  'store',
  'capture',
  'audit',
  'recall',
  'learn',
  'templates',
  'run',
  'workflows',
  'coordinate',
  'share',
  'retain',
  'github',
  'users',
  'measure',
];

/**
 * Parts of `src`, lowest first: a file imports only from its own part and from those before it. Presentations for people
 * stand beside operations, and commands, routes and tools above them.
 */
const order = [
  'errors.ts',
  'json',
  'text',
  'records',
  'config',
  'ports',
  'providers',
  'access',
  ...stages,
  'engine',
  'engine.ts',
  'operations',
  'interfaces',
  'adapters',
  'testing',
  'index.ts',
];

/** Upward imports that are left, each with its reason. */
const upward: Readonly<Record<string, readonly string[]>> = {
  // How an operation looks at each interface stands beside what it does.
  operations: ['interfaces'],
};

/** Parts that may load providers. */
const opensProviders = ['providers', 'engine', 'engine.ts', 'index.ts'];

function withoutComments(text: string): string {
  return text.replace(/\/\*\*?[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

function isUpward(from: string, to: string): boolean {
  return order.indexOf(to) > order.indexOf(from) && !(upward[from] ?? []).includes(to);
}

describe('the dependency rule', () => {
  it('knows every part of the source tree', () => {
    expect(
      [...new Set(productFiles.map((file) => partOf(file.path)))].filter((part) => !order.includes(part)),
    ).toEqual([]);
  });

  it('lets every file import only from its own part and from parts before it', () => {
    const offenders = productFiles.flatMap((file) =>
      file.imports
        .filter((path) => isUpward(partOf(file.path), partOf(path)))
        .map((path) => `${file.path} imports ${path}`),
    );
    expect(offenders).toEqual([]);
  });

  it('lets only the engine load providers', () => {
    const offenders = productFiles.filter(
      (file) =>
        !opensProviders.includes(partOf(file.path)) &&
        // It names a type for whoever brings a model of their own.
        file.path !== 'interfaces/library/types.ts' &&
        file.imports.some((path) => partOf(path) === 'providers'),
    );
    expect(offenders.map((file) => file.path)).toEqual([]);
  });

  it('has no cycle of imports, types included', () => {
    expect(findCycles(productFiles)).toEqual([]);
  });

  it('lets only the engine name a backend', () => {
    const offenders = productFiles.filter(
      (file) =>
        partOf(file.path) !== 'store' &&
        file.imports.some((path) => /^store\/.*(sql|reference|null)(?!.*foreign-database)/.test(path)),
    );
    expect(offenders.map((file) => file.path)).toEqual([]);
  });

  it('keeps database names out of shared SQL', () => {
    const shared = productFiles.filter((file) => /^store\/(?:sql|records)\//.test(file.path));
    expect(
      shared.filter((file) => /=== '(sqlite|postgres)/.test(file.text)).map((file) => file.path),
    ).toEqual([]);
  });

  it('keeps effects in few files: two of three files of the stages are pure', () => {
    const parts = ['access', ...stages.filter((stage) => stage !== 'store')];
    const inStages = productFiles.filter((file) => parts.includes(partOf(file.path)));
    const impure = inStages.filter((file) =>
      /from '(?:\.\.\/)+ports\/(?!store|events|memory-finder)|\bStore\b/.test(file.text),
    );
    expect(impure.length / inStages.length).toBeLessThanOrEqual(1 / 3);
  });

  it('lets a file of operations export one group of them, so that they keep the order people read them in', () => {
    const crowded = Object.entries(operationFiles).filter(([, file]) => Object.keys(file).length !== 1);
    expect(crowded.map(([name]) => name)).toEqual([]);
  });

  it('has no other files in the root than the engine, errors and the public names', () => {
    const root = productFiles.map(({ path }) => path).filter((path) => !path.includes('/'));
    expect(root.sort()).toEqual(['engine.ts', 'errors.ts', 'index.ts']);
  });

  it('asks the gate in one place only (TPL-4)', () => {
    const callers = productFiles.filter(
      (file) => /\blearningFor\(/.test(file.text) && file.path !== 'templates/gate.ts',
    );
    expect(callers.map((file) => file.path)).toEqual(['run/begin-run.ts']);
    expect(callers[0]?.text.match(/\blearningFor\(/g)).toHaveLength(1);
  });
});

describe('stored text on its way to a model', () => {
  /** Given texts that are ready, the model's own words, or the sessions that the demo imports. */
  const given = [
    'run/agent/run-agent.ts',
    'adapters/ai-sdk/prompt.ts',
    'templates/memory/synthesise.ts',
    'interfaces/cli/demo/team/sessions.ts',
  ];
  /** Messages for models, prompts and resources of MCP, and texts that agents are told. */
  const builds =
    /role: '(?:system|user|assistant|tool)',\s*(?:text|content)\b|\.registerPrompt\(|\.registerResource\(|tool_calls:/;

  it('takes one way: whatever writes messages takes texts through text/inert', () => {
    const writers = productFiles.filter(
      ({ path, text }) =>
        builds.test(withoutComments(text)) &&
        !given.includes(path) &&
        // Reads and keeps conversations, and hands calls over to services.
        !/^(?:capture|records|providers|store|operations|testing)\//.test(path),
    );
    expect(writers.length).toBeGreaterThan(4);
    expect(writers.filter(({ text }) => !text.includes('text/inert/')).map(({ path }) => path)).toEqual([]);
  });
});

describe('the budgets', () => {
  const limit = 600;

  it('keeps every file within its length', () => {
    const offenders = files.flatMap(({ path, text }) => {
      const lines = text.split('\n').length;
      return lines > limit ? [`${path} has ${lines} lines`] : [];
    });
    expect(offenders).toEqual([]);
  });

  it('declares a type name once', () => {
    const places = new Map<string, string[]>();
    for (const { path, text } of productFiles) {
      for (const [, name = ''] of text.matchAll(/^(?:export )?(?:interface|type|class) ([A-Z]\w*)/gm))
        places.set(name, [...(places.get(name) ?? []), path]);
    }
    expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([]);
  });

  it('throws typed errors only', () => {
    const offenders = productFiles.filter((file) => /throw new Error\(/.test(file.text));
    // The demo plays a shop whose tools fail as any tool of a user would.
    expect(offenders.map((file) => file.path).filter((path) => !path.startsWith('testing/'))).toEqual([
      'interfaces/cli/demo/shop.ts',
    ]);
  });

  it('names flags and commands of the command line only there: each interface words its own errors', () => {
    /** Files that speak of the command line for a reason. */
    const reasons: Readonly<Record<string, string>> = {
      'text/redact/rules-commands.ts': 'looks for secrets in command lines',
      'text/redact/rules-cookies.ts': 'looks for secrets in command lines',
      'interfaces/http/access-check.ts': 'tokens are made where the server runs',
      'interfaces/http/openapi.ts': 'tokens are made where the server runs',
      'interfaces/http/dashboard-route.ts': 'the page is built from the command line',
      'interfaces/http/serve.ts': 'servers are started from the command line',
      'access/tokens.ts': 'tokens are made where the server runs',
    };
    const offenders = productFiles
      .filter(({ path }) => !/^(?:interfaces\/cli|operations|measure\/report)\/|style\.ts$/.test(path))
      .filter(({ text }) => /(?<![-\w])--[a-z]|["`]engram [a-z]/.test(withoutComments(text)))
      .map(({ path }) => path)
      .filter((path) => !(path in reasons));
    expect(offenders).toEqual([]);
  });

  it('has no escape from the type system', () => {
    const offenders = productFiles.filter((file) =>
      /\bas any\b|: any\b|@ts-(ignore|expect-error|nocheck)/.test(file.text),
    );
    expect(offenders.map((file) => file.path)).toEqual([]);
  });
});

describe('the map', () => {
  it('ARCHITECTURE.md names every part of src', () => {
    const map = readFileSync(resolve(import.meta.dirname, '../../ARCHITECTURE.md'), 'utf8');
    expect(order.filter((part) => !map.includes(`\`${part}`))).toEqual([]);
  });

  it('ARCHITECTURE.md shows four walks of at most ten files, none of them visited twice', () => {
    const map = readFileSync(resolve(import.meta.dirname, '../../ARCHITECTURE.md'), 'utf8');
    const section = map.slice(map.indexOf('## Four walks'), map.indexOf('## Rules'));
    const walks = section.split('\n- ').slice(1);
    expect(walks).toHaveLength(4);
    for (const walk of walks) {
      const visited = [...walk.matchAll(/`([\w/-]+\.ts)`/g)].map(([, path = '']) => path);
      expect(visited.length).toBeLessThanOrEqual(10);
      expect(new Set(visited).size).toBe(visited.length);
      expect(visited.filter((path) => !productFiles.some((file) => file.path === path))).toEqual([]);
    }
  });
});
