import type { JsonObject } from '../../../../json/json.ts';
import type { Story } from './story.ts';

interface SessionTurn {
  readonly tool: string;
  readonly given: JsonObject;
  readonly answer: string;
}

const files = ['cart', 'address', 'coupon', 'invoice', 'payment', 'summary', 'voucher', 'delivery'];

/** What Dana's assistant does in a session: cold, it tries wrong calls first; seeded, it has seen right ones. */
function turnsOf(file: string, mistakes: number): SessionTurn[] {
  const path = `src/pages/${file}.tsx`;
  const wrong: SessionTurn[] = [
    { tool: 'read_file', given: { file: path }, answer: 'Error: the argument "path" is missing' },
    { tool: 'run_tests', given: { only: file }, answer: 'Error: unknown option "only", use "pattern"' },
    { tool: 'patch', given: { path, from: 'a' }, answer: 'Error: a patch needs "search" and "replace"' },
    { tool: 'run_tests', given: { pattern: '*' }, answer: 'Error: the run was stopped after 300 s' },
  ];
  return [
    ...wrong.slice(0, mistakes),
    { tool: 'read_file', given: { path }, answer: `export function ${file}() { return total }` },
    { tool: 'run_tests', given: { pattern: file }, answer: '1 of 14 tests is red: rounds the total' },
    {
      tool: 'patch',
      given: { path, search: 'return total', replace: 'return round(total)' },
      answer: 'patched 1 place',
    },
    { tool: 'run_tests', given: { pattern: file }, answer: '14 passed' },
  ];
}

function conversation(story: Story, id: string, file: string, mistakes: number): JsonObject {
  const stamp = (): string => {
    story.clock.pass(9_000);
    return new Date(story.clock.now()).toISOString();
  };
  const calls = turnsOf(file, mistakes).flatMap(({ tool, given, answer }, index) => {
    const callId = `${id}-${index}`;
    const asked = {
      id: callId,
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(given) },
    };
    return [
      { role: 'assistant', content: '', tool_calls: [asked], timestamp: stamp() },
      { role: 'tool', tool_call_id: callId, content: answer, timestamp: stamp() },
    ];
  });
  return {
    id,
    messages: [
      { role: 'user', content: `The test of the ${file} page is red. Please fix it.`, timestamp: stamp() },
      ...calls,
      { role: 'assistant', content: `Fixed: the ${file} page rounds the total.`, timestamp: stamp() },
    ],
  };
}

/** A session of Dana's assistant, as her editor exports it. Answers its ids. */
async function holdSession(story: Story, id: string, file: string, mistakes: number) {
  const content = conversation(story, id, file, mistakes);
  const { runs } = await story.as('dana').sessions.import({
    content,
    format: 'openai',
    task: `Fix the red test of the ${file} page`,
  });
  return runs[0] ?? { runId: '', sessionId: '' };
}

/** Sessions without examples: the assistant learns the arguments of its tools by making mistakes. */
export async function coldSession(story: Story, number: number): Promise<string> {
  const file = files[number % files.length] ?? 'cart';
  const mistakes = 2 + (number % 3);
  const { sessionId, runId } = await holdSession(story, `fix-test-${number}`, file, mistakes);
  await story.as('dana').runs.finish({ id: runId, outcome: mistakes < 4 ? 'success' : 'failure' });
  return sessionId;
}

/** Sessions that begin with the examples of the template. */
export async function seededSession(story: Story, number: number): Promise<string> {
  const dana = story.as('dana');
  const file = files[number % files.length] ?? 'cart';
  const mistakes = number % 4 === 0 ? 1 : 0;
  const { sessionId, runId } = await holdSession(story, `fix-test-${number}`, file, mistakes);
  const messages = [{ role: 'user', content: `The test of the ${file} page is red. Please fix it.` }];
  await dana.sessionTemplates.inject({ name: 'fix-a-red-test', messages, run: runId });
  await dana.runs.finish({ id: runId, outcome: 'success' });
  return sessionId;
}

export async function saveSessionTemplate(story: Story, session: string): Promise<void> {
  await story.as('dana').sessionTemplates.create({
    session,
    name: 'fix-a-red-test',
    tags: ['tests', 'pages'],
    description: 'How the tools of the page tests are called',
  });
}

export async function compareSessions(
  story: Story,
  cold: readonly string[],
  seeded: readonly string[],
): Promise<void> {
  await story
    .as('dana')
    .sessionTemplates.experiment({ name: 'fix-a-red-test', cold: [...cold], seeded: [...seeded] });
}
