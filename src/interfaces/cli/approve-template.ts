import { loadRun, loadTemplates } from '../../engine/stages.ts';
import { invalidInput } from '../../errors.ts';
import type { ExplainedGuard } from '../../records/explained-plan.ts';
import type { ShownTemplate } from '../../records/template.ts';
import { stepsOf } from '../../templates/plan/binding-sources.ts';
import { type CarryOut, type CommandCall, ownFlag, written } from './call.ts';
import { oneLine } from './layout.ts';
import { shownJson } from './present/presenter.ts';
import { trustLines } from './present/trust.ts';

export const yesFlag = ownFlag('yes', 'Ask nothing: approve the plan as it is; open arguments stay open', {
  type: 'switch',
});

/** What somebody said about a plan, as `template edit` takes it. */
interface ApprovalAnswers {
  readonly constant: string[];
  readonly free: string[];
  readonly drop: string[];
}

/**
 * Shows what is approved, goes through everything that a person may know better than a run (open arguments, what looks must
 * show, looks that nothing uses) and asks whether to approve. Enter keeps the safe answer. Where nobody can be asked, only
 * `--yes` approves.
 */
export const approveOnTerminal: CarryOut = async (call, perform) => {
  const { terminal, own, asJson, input, paint, request } = call;
  const id = String(input['id']);
  if (own['yes'] === true) return undefined;
  if (!terminal.isInteractive || asJson) {
    throw invalidInput(
      `Approval needs a person, and here nobody can be asked. Read the plan with "engram template show ${id}", then approve it on a terminal, or with --yes.`,
    );
  }
  const [context, { editTemplate, showTemplate }, { withExplanation }] = await Promise.all([
    request.open(),
    loadTemplates(),
    loadRun(),
  ]);
  const { viewer } = context;
  const template = withExplanation(await showTemplate(context, viewer, id));
  terminal.write(`${[...trustLines(template, paint), ''].join('\n')}\n`);
  const answers = await ask(template, call);
  // By its id: another may have taken the name meanwhile, and it was not read.
  const read = { id: template.id };
  if (answers === undefined) return written;
  const reason = typeof input['reason'] === 'string' ? { reason: input['reason'] } : {};
  const given = Object.entries(answers).filter(([, places]) => places.length > 0);
  if (given.length > 0)
    await editTemplate(context, viewer, { ...Object.fromEntries(given), ...reason, ...read }, request.door);
  return perform({ ...input, ...read });
};

/** What is said about the plan; undefined when it is not approved. */
async function ask(template: ShownTemplate, call: CommandCall): Promise<ApprovalAnswers | undefined> {
  const { terminal, paint } = call;
  const answers: ApprovalAnswers = { constant: [], free: [], drop: [] };
  const question = async (text: string): Promise<string> => {
    terminal.write(text);
    return ((await terminal.readLine()) ?? '').trim().toLowerCase();
  };
  const isYes = async (text: string): Promise<boolean> => /^y(?:es)?$/.test(await question(`${text} [y/N] `));

  for (const { tool, call: number, arguments: explained, guards, effect } of template.explained) {
    const open = explained.filter(({ state }) => state === 'open');
    const fixed = guards.filter(({ must }) => must === 'equal');
    const unchecked = guards.filter((guard) => guard.unchecked === true);
    const mayGo = effect === 'read' && !isUsed(template, number - 1);
    if (open.length + fixed.length + unchecked.length === 0 && !mayGo) continue;
    terminal.write(`${paint.bold(`Call ${number}, ${oneLine(tool, 100)}`)}\n`);
    for (const { place, example } of open) {
      const asked = `  ${pathOf(place)} was ${shownJson(JSON.stringify(example), 40)}; nothing says why. Is it always so?`;
      if (await isYes(asked)) answers.constant.push(place);
    }
    if (
      mayGo &&
      (await isYes('  Nothing uses its answer, but the agent may have decided by it. Leave the call out?'))
    ) {
      answers.drop.push(String(number));
      continue;
    }
    if (unchecked.length > 0)
      terminal.write(
        `  Numbers that nothing compares: ${unchecked.map(({ place }) => pathOf(place)).join(', ')}\n`,
      );
    if (effect === 'read') answers.free.push(...(await chosen(fixed, terminal, question)));
  }
  if (await isYes('Approve it?')) return answers;
  terminal.write('Not approved.\n');
  return undefined;
}

/** The places of a look that may be anything, by their numbers. */
async function chosen(
  guards: readonly ExplainedGuard[],
  terminal: CommandCall['terminal'],
  question: (text: string) => Promise<string>,
): Promise<string[]> {
  if (guards.length === 0) return [];
  terminal.write('  It stops unless:\n');
  for (const [index, guard] of guards.entries())
    terminal.write(
      `  ${String(index + 1).padStart(3)}. ${pathOf(guard.place)} is ${oneLine(guard.values.join(' or '), 60)}\n`,
    );
  for (;;) {
    const answer = await question('  Which of these do not matter? Numbers, or Enter for none: ');
    const numbers = answer.split(/[\s,]+/).filter((part) => part !== '');
    const places = numbers.flatMap((number) => guards[Number(number) - 1]?.place ?? []);
    if (places.length === numbers.length) return places;
    terminal.write(`  Numbers from 1 to ${guards.length}, such as: 1, ${guards.length}\n`);
  }
}

const pathOf = (place: string): string => oneLine(place.slice(place.indexOf(':') + 1), 80);

/** Whether a later call takes something from the answer of a call, or a value must be found in it. */
function isUsed({ plan, parameters }: ShownTemplate, index: number): boolean {
  return (
    plan.some((step) => stepsOf(step.arguments).has(index)) ||
    parameters.some(
      ({ presentIn, repeats }) => presentIn?.step === index || repeats.some(({ step }) => step === index),
    )
  );
}
