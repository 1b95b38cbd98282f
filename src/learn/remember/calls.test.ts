import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import { chooseByRules } from './by-rules.ts';
import { movedPath } from './calls.ts';
import { preferencePair } from './choices.ts';
import { readConversation } from './conversation.ts';

type Made = readonly [tool: string, input: JsonObject, output: string, failed?: boolean];

/** Calls as a coding agent's transcript has them. */
const transcript = (calls: readonly Made[]): JsonObject[] =>
  calls.flatMap(([name, input, content, failed = false], index) => [
    {
      type: 'assistant',
      message: { role: 'assistant', content: [{ type: 'tool_use', id: `${index}`, name, input }] },
    },
    {
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: `${index}`, content, is_error: failed }],
      },
    },
  ]);
const learned = (...calls: Made[]) => chooseByRules(readConversation(transcript(calls))).keepable;
const bash = (command: string, output = '', failed = false): Made => ['Bash', { command }, output, failed];

describe('lessons of calls that failed and then worked (LRN-3)', () => {
  it('learns how a command is used when the error names the word that is gone', () => {
    expect(
      learned(
        bash('gh pr diff 7 --stat', 'Exit code 1\nunknown flag: --stat', true),
        bash('gh pr diff 7 --name-only', 'a.ts'),
      ),
    ).toMatchObject([
      {
        kind: 'failure',
        why: 'lesson',
        position: 0,
        text: '`gh pr diff 7 --stat` fails: unknown flag: --stat. `gh pr diff 7 --name-only` works.',
        content: { solution: 'gh pr diff 7 --name-only' },
      },
    ]);
  });

  it('learns where a file is, and nothing of files that have nothing to do with each other', () => {
    const read = (file: string, found: boolean): Made => [
      'Read',
      { file_path: file },
      found ? 'text' : 'File does not exist.',
      !found,
    ];
    expect(learned(read('/w/cli/commands/setup.go', false), read('/w/cli/setup.go', true))).toMatchObject([
      { kind: 'knowledge', text: '`cli/commands/setup.go` does not exist; it is `cli/setup.go`.' },
    ]);
    expect(learned(read('/w/cli/text/text.go', false), read('/w/cli/text/ide.go', true))).toEqual([]);
  });

  it('learns the value that works instead of the one that the error names', () => {
    expect(
      learned(
        ['Task', { agent: 'simplifier', prompt: 'x' }, "Agent 'simplifier' not found", true],
        ['Task', { agent: 'code:simplifier', prompt: 'x' }, 'ok'],
      ),
    ).toMatchObject([{ text: "`simplifier` fails: Agent 'simplifier' not found. `code:simplifier` works." }]);
  });

  it.each<[string, Made[]]>([
    [
      'a file was changed in between',
      [
        bash('npm test', 'x failed', true),
        ['Edit', { old_string: 'a', new_string: 'b' }, 'ok'],
        bash('npm test', 'ok'),
      ],
    ],
    [
      'the goal is another one',
      [bash('go test -run TestA', 'Exit code 1\nFAIL TestA_one', true), bash('go test -run TestB', 'ok')],
    ],
    [
      'only the folder was another one',
      [bash('grep x a/b.ts', 'grep: a/b.ts: No such file or directory', true), bash('grep x /w/a/b.ts', 'x')],
    ],
    [
      'a person said no',
      [
        bash('git push --force', "The user doesn't want to proceed with this tool use.", true),
        bash('git push', 'ok'),
      ],
    ],
    ['nothing failed', [bash('ls -x', 'a'), bash('ls -y', 'b')]],
  ])('learns nothing when %s', (_, calls) => {
    expect(learned(...calls)).toEqual([]);
  });

  it('keeps the answer to a question with options as a decision, and no answer about the moment', () => {
    const ask = (question: string, labels: string[], answer: string): Made => [
      'AskUserQuestion',
      { questions: [{ question, options: labels.map((label) => ({ label, description: 'why' })) }] },
      `User has answered your questions: "${question}"="${answer}".`,
    ];
    expect(
      learned(ask('Where do diagrams go?', ['docs/ (Recommended)', 'assets/'], 'docs/ (Recommended)')),
    ).toMatchObject([
      {
        kind: 'decision',
        content: { context: 'Where do diagrams go?', action: 'docs/', alternatives: ['assets/'] },
      },
    ]);
    expect(learned(ask('Which PR would you like me to review?', ['#1', '#2'], '#1'))).toEqual([]);
    expect(learned(ask('Delete the branch?', ['Yes', 'No'], 'Yes'))).toEqual([]);
    expect(learned(ask('Where do diagrams go?', ['docs/', 'assets/'], 'somewhere else'))).toEqual([]);
  });
});

describe('moved paths and preferred things', () => {
  it.each([
    ['/a/app/.lintrc.yml', '/a/app/.lintrc.yaml', 'app/.lintrc.yaml'],
    ['/a/app/clean_test.go', '/a/app/cleanup_test.go', 'app/cleanup_test.go'],
    ['/a/cli/agent.go', '/a/cli/agent/agent.go', 'cli/agent/agent.go'],
  ])('%s moved to %s', (missing, found, shown) => {
    expect(movedPath(missing, found)?.found).toBe(shown);
  });

  it.each([
    ['/a/app/rules_test.go', '/a/app/rules.go'],
    ['/a/app/settings.local.json', '/a/app/settings.json'],
    ['/a/one/src/x/index.ts', '/a/two/src/x/index.ts'],
    ['/a/app/x.ts', '/a/app/x.ts'],
    ['', '/a'],
  ])('%s has not moved to %s', (missing, found) => {
    expect(movedPath(missing, found)).toBeNull();
  });

  it('gives both orders of a preference one key', () => {
    expect(preferencePair('I prefer tabs over spaces')).toEqual({ key: 'spaces or tabs', value: 'tabs' });
    expect(preferencePair('I prefer spaces to tabs.')).toEqual({ key: 'spaces or tabs', value: 'spaces' });
    expect(preferencePair('I prefer tea')).toBeNull();
  });
});
