import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunDetails } from '../../../recall/browse.ts';
import { openEngram } from '../../library/engram.ts';
import type { View } from '../../library/view.ts';
import type { CommandCall } from '../call.ts';
import { presentSuggestion } from '../present/decisions.ts';
import { presentRecognised } from '../present/failures.ts';
import { listTable, type PageStyle, right } from '../present/presenter.ts';
import { presentGenerated, presentVerdict } from '../present/prevention.ts';
import { presentRun } from '../present/runs.ts';
import { presentTemplateRun } from '../present/template-runs.ts';
import { presentApproved, presentTemplate } from '../present/templates.ts';
import { abortWhenStopped, type Paint, type Terminal } from '../terminal.ts';
import { demoOwner } from './owner.ts';
import { createShop, refundAfterTrouble, refundNaively, type Shop } from './shop.ts';

const situation = 'refund-while-in-transit';

/**
 * The whole idea in one minute: fail, recognise, succeed, prevent, save, replay. Every figure shown is measured here. The
 * database goes with the demo, however it ends, unless it is to be kept.
 */
export async function runDemo({ own, terminal, paint }: CommandCall): Promise<number> {
  const stopping = abortWhenStopped(terminal);
  const chapters = createChapters(terminal, paint, own['fast'] === true, stopping.signal);
  const folder = mkdtempSync(join(tmpdir(), 'engram-demo-'));
  const path = join(folder, 'memory.db');
  const keeps = own['keep'] === true;
  const engram = await openEngram({ db: `file:${path}`, ...demoOwner });
  try {
    await tell(engram.agent('alice'), createShop(), chapters, paint);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    return 0;
  } finally {
    await engram.close();
    if (!keeps) rmSync(folder, { recursive: true, force: true });
  }
  chapters.say(['', ...(keeps ? proposals(path, paint) : [howToKeep(paint)])].join('\n'));
  return 0;
}

function howToKeep(paint: Paint): string {
  return paint.dim("The demo's database was removed. Keep it and look around in it: engram demo --keep");
}

function proposals(path: string, paint: Paint): string[] {
  const look = `--db file:${path} --user demo --project shop`;
  return [
    paint.bold('Look around in what was recorded'),
    `  engram run list ${look}`,
    `  engram template show refund-order ${look}`,
    `  engram learning suggest --context ${situation} ${look}`,
    `  engram prevention list ${look}`,
    paint.dim(`From a clone, "engram" is "node bin/engram.js". When you are done, delete ${path}.`),
  ];
}

interface Chapters {
  next(title: string, text: string): Promise<void>;
  say(text: string): void;
  readonly page: PageStyle;
}

function createChapters(terminal: Terminal, paint: Paint, fast: boolean, signal: AbortSignal): Chapters {
  let number = 0;
  const pauseMs = terminal.columns === Number.POSITIVE_INFINITY || fast ? 0 : 1_200;
  return {
    page: { paint, columns: Math.min(terminal.columns, 110), now: terminal.now() },
    say: (text) => terminal.write(`${text}\n`),
    async next(title, text) {
      number += 1;
      if (number > 1) await pause(pauseMs, undefined, { signal });
      terminal.write(`\n${paint.bold(`${number}. ${title}`)}\n${paint.dim(text)}\n\n`);
    },
  };
}

async function tell(alice: View, shop: Shop, { next, say, page }: Chapters, paint: Paint): Promise<void> {
  say(`${paint.bold('Engram')} records what agents do, learns from it, and gives it back when it helps.`);
  say(
    paint.dim(
      'Alice is an agent at a shop. A scripted stand-in plays her language model, so this needs no key and no network.',
    ),
  );

  await next(
    'Alice fails',
    'She refunds order 1042 the obvious way. Every call is recorded, with its error.',
  );
  const failed = await alice.runs.show(await refundNaively(alice, shop, 1042));
  say(presentRun(failed, page));
  await recordDecision(alice, 'refund-directly', 'failure', failed.id);

  await next(
    'The failure is recognised',
    'Another day, order 1043. The same failure, with other numbers in it: Engram knows it.',
  );
  const runId = await refundAfterTrouble(alice, shop, 1043, async (error) => {
    say(`${paint.bad('✗')} refund: ${error}`);
    say(presentRecognised(await alice.learning.recognise({ error }), page));
  });

  await next('This time she succeeds', 'She does not repeat the refund; she cancels the shipment first.');
  const first = await alice.runs.show(runId);
  say(presentRun(first, page));
  await recordDecision(alice, 'cancel-shipment-first', 'success', runId);
  say(`\n${paint.dim(`engram learning suggest --context ${situation}`)}`);
  say(presentSuggestion(await alice.learning.suggest({ context: situation }), page));

  await next(
    'A check stands before the call',
    'The failure came back, and one thing fixed it. Engram makes a check of that, and speaks up before the next refund.',
  );
  const [failure] = await alice.learning.failures({ limit: 1 });
  const created = await alice.prevention.generate({ pattern: failure?.slug ?? '' });
  say(presentGenerated({ created, already: [] }, page));
  const refund = { tool: 'refund', arguments: { order_id: 1044, amount: 18.5 } };
  say(
    `\n${paint.dim(`engram prevention check --tool refund --arguments '${JSON.stringify(refund.arguments)}'`)}`,
  );
  say(presentVerdict(await alice.prevention.check(refund), page));

  await next(
    'The run becomes a template',
    'The failed call is left out. Values are traced to where they came from. It refunds money, so somebody must approve it.',
  );
  const { id } = await alice.templates.save({ run: runId, name: 'refund-order' });
  say(presentTemplate(await alice.templates.show(id), page));
  say(`\n${paint.dim('engram template approve refund-order')}`);
  say(presentApproved(await alice.templates.approve({ id: 'refund-order' }), page));

  await next(
    'Replay: order 1044, no model',
    'The recorded calls run again, bound to the new order. Each result is checked.',
  );
  const replayed = await alice.templates.run({ id: 'refund-order', inputs: { order_id: 1044 } }, shop);
  say(presentTemplateRun(replayed, page));

  await next(
    'And when the world is different',
    'Order 1045 was refunded already. The replay stops before it does harm.',
  );
  say(
    presentTemplateRun(
      await alice.templates.run({ id: 'refund-order', inputs: { order_id: 1045 } }, shop),
      page,
    ),
  );

  await next('What it saved', 'Measured in this demo, just now.');
  say(compare(first, await alice.runs.show(replayed.runId), paint));
  say(paint.dim('Time is not compared: the stand-in answers at once, a real model takes seconds a call.'));
}

async function recordDecision(
  agent: View,
  action: string,
  outcome: 'success' | 'failure',
  runId: string,
): Promise<void> {
  await agent.memories.record({
    kind: 'decision',
    content: { context: situation, action, outcome },
    provenance: { runId },
  });
}

function compare(first: RunDetails, again: RunDetails, paint: Paint): string {
  const figures = [
    ['model calls', 'modelCalls'],
    ['tool calls', 'toolCalls'],
    ['failed calls', 'failedSteps'],
  ] as const;
  return listTable({ paint, columns: 80 }, figures, [
    ['', ([title]) => title],
    ['FIRST RUN', ([, figure]) => String(first.totals[figure]), right],
    ['REPLAY', ([, figure]) => String(again.totals[figure]), right],
  ]);
}
