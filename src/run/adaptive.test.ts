import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../ports/language-model.ts';
import type { Template } from '../records/template.ts';
import { aTemplate, scriptedModel } from '../testing/index.ts';
import { runAdaptive } from './adaptive.ts';
import { fixtureRun, fixtureTools, limits } from './agent/agent.fixture.ts';

const part = (id: string, index: number) => ({ id, index, text: `Do ${id}` });

/** A call of the plan in one part, about a thing of that part, which may take a value from the result of an earlier one. */
const call = (subTask: string, from?: number, about = `${subTask}-1`): Template['plan'][number] => ({
  tool: 'work',
  arguments:
    from === undefined
      ? { from: 'constant', value: { about } }
      : { from: 'object', members: { id: { from: 'result', step: from, path: '$.id' } } },
  observed: [],
  free: [],
  holds: [],
  effect: 'write',
  effectFrom: 'unknown',
  provenance: 'made',
  subTask,
  recordedStep: 'step_1',
});

const textOf = ({ messages }: ModelRequest): string => {
  const last = messages.at(-1);
  return last !== undefined && 'text' in last ? last.text : '';
};

/** Answers each part by its name; one called `broken` cannot be done. */
function aModel() {
  const asked: string[] = [];
  const answer = (request: ModelRequest) => {
    const done = /nothing else: Do (\S+)/.exec(textOf(request))?.[1] ?? 'all of it';
    asked.push(done);
    return done === 'broken' ? '' : `${done} is done`;
  };
  return { asked, model: scriptedModel(Array.from({ length: 10 }, () => answer)) };
}

async function run(template: Template) {
  const { asked, model } = aModel();
  const systems: unknown[] = [];
  const { run: handle } = fixtureRun();
  const report = await runAdaptive({
    template,
    namesAgents: false,
    model,
    tools: fixtureTools({}).runtime,
    run: handle,
    limits,
    elapsed: () => 0,
    task: 'The whole task',
    systemFor: (given) => {
      systems.push(given);
      return 'You work.';
    },
  });
  return { report, asked, systems, requests: model.requests };
}

describe('TPL-9 the parts of a task', () => {
  it('are done each by itself, each agent with its own message', async () => {
    const template = aTemplate({
      subTasks: [part('look', 0), part('pay', 1)],
      agents: ['ali'],
      plan: [call('look'), call('pay')],
      examples: [{ agent: 'bob', subTask: 'pay', tool: 'work', arguments: { a: 1 }, result: 1 }],
    });
    const { report, asked, systems } = await run(template);
    expect(asked).toEqual(['look', 'pay']);
    expect(systems).toEqual([
      { subTask: 'look', agent: 'ali' },
      { subTask: 'pay', agent: 'bob' },
    ]);
    expect(report).toMatchObject({ status: 'completed', modelCalls: 2, text: 'look is done\n\npay is done' });
  });

  it('that need nothing of each other begin at the same time; one that does is told what came of the other', async () => {
    const template = aTemplate({
      subTasks: [part('first', 0), part('second', 1), part('free', 2)],
      plan: [call('first'), call('second', 0), call('free')],
    });
    const { asked, requests } = await run(template);
    expect(asked).toEqual(['first', 'free', 'second']);
    const last = requests.at(-1);
    expect(last && textOf(last)).toMatch(
      /What came of the parts before:\n\nRecorded earlier .*\n\n<(recorded-data-\w+)>\n\n```text\nfirst is done\n```\n<\/\1>/,
    );
  });

  it('are not begun when one that they need failed, and the others are done all the same', async () => {
    const template = aTemplate({
      subTasks: [part('broken', 0), part('second', 1), part('free', 2)],
      plan: [call('broken'), call('second', 0), call('free')],
    });
    const { report, asked } = await run(template);
    expect(asked).toEqual(['broken', 'free']);
    expect(report).toMatchObject({ status: 'failed', text: 'free is done' });
  });

  it('keep their order when they may concern the same thing and one may change it', async () => {
    const subTasks = [part('pay', 0), part('tell', 1)];
    const same = await run(
      aTemplate({ subTasks, plan: [call('pay', undefined, 'W1001'), call('tell', undefined, 'W1001')] }),
    );
    expect(same.requests.at(-1) && textOf(same.requests.at(-1) as ModelRequest)).toContain('pay is done');
    const unnamed = await run(aTemplate({ subTasks, plan: [call('pay'), call('tell', undefined, '')] }));
    expect(unnamed.requests.at(-1) && textOf(unnamed.requests.at(-1) as ModelRequest)).toContain(
      'pay is done',
    );
    const looks = [call('pay', undefined, 'W1001'), call('tell', undefined, 'W1001')];
    const apart = await run(
      aTemplate({ subTasks, plan: looks.map((step) => ({ ...step, effect: 'read' })) }),
    );
    expect(apart.requests.at(-1) && textOf(apart.requests.at(-1) as ModelRequest)).not.toContain(
      'pay is done',
    );
  });

  it('that take values from each other are one task', async () => {
    const template = aTemplate({
      subTasks: [part('one', 0), part('two', 1)],
      plan: [call('one'), call('two', 0), call('one', 1)],
    });
    expect((await run(template)).asked).toEqual(['all of it']);
  });
});
