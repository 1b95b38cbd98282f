import type { Settings } from '../../config/settings.ts';
import type { Distilled } from '../../records/agent-memory.ts';
import type { Example, Template } from '../../records/template.ts';
import { counted } from '../../text/counted.ts';
import { inert, inertJson, inertLine } from '../../text/inert/inert.ts';
import { asRecordedData, recordedDataTokens, toldField } from '../../text/inert/recorded-data.ts';
import { countTokens } from '../../text/token-count.ts';
import { chooseExamples, type ExampleReader } from './choose-examples.ts';
import { cutText, maxLineLength } from './phrases.ts';
import type { listKeys } from './told-memory.ts';

/** The parts of the system message of an adaptive run. */
export interface EnhancedMessageParts extends ExampleReader {
  /** The agent's own message, which stays as it is. */
  readonly system: string;
  readonly template: Pick<Template, 'task' | 'subTasks' | 'firstRun'>;
  readonly memory: Distilled | null;
  readonly examples: readonly Example[];
  readonly settings: Pick<Settings['templates'], 'contextTokens' | 'examples'>;
}

/** A system message, and how many tokens of it were added. */
export interface EnhancedMessage {
  readonly text: string;
  readonly tokens: number;
}

/**
 * The system message of an agent that does a template's task again (TPL-5): its own message, what was learned, examples,
 * and how to be quick. The addition never takes more than `contextTokens`; stored text in it is marked as data and cannot
 * end the marks. Where little fits, the sequence of calls and the pitfalls come first.
 *
 * @example
 * const { text } = enhancedMessage({ system, template, agent: 'ali', memory, examples: template.examples, settings });
 */
export function enhancedMessage(parts: EnhancedMessageParts): EnhancedMessage {
  const closing = guidance(parts);
  const frame = countTokens(`\n\n${heading}${closing}`) + recordedDataTokens;
  const body = fill(piecesOf(parts), parts.settings.contextTokens - frame);
  if (body === '') return { text: parts.system, tokens: 0 };
  const added = `${heading}${asRecordedData(body)}${closing}`;
  const text = parts.system === '' ? added : `${parts.system}\n\n${added}`;
  return { text, tokens: countTokens(parts.system === '' ? added : `\n\n${added}`) };
}

const heading = '## Earlier runs of this task\n\n';

/** Our own words, outside of the marks: how to use what is inside. */
function guidance({ memory, template: { firstRun } }: EnhancedMessageParts): string {
  const calls = memory?.toolSequence.length ?? 0;
  const cost = `The first run took ${counted(firstRun.modelCalls, 'model call')} and ${counted(firstRun.toolCalls, 'tool call')}`;
  return [
    '\nBe quick where the task at hand is like that one: go straight to the calls that counted, ask for calls that need ',
    'nothing of each other in one turn, do not ask for what you know, and stop when the task is done. Take values from ',
    'this task and its results, never from the examples. ',
    calls === 0 ? `${cost}.\n` : `${cost}; ${counted(calls, 'call')} counted.\n`,
  ].join('');
}

/** Sections, in the order they are shown. */
const sections = {
  sequence: 'Calls that led to the result',
  strategies: 'What worked',
  pitfalls: 'What went wrong before',
  insights: 'Worth knowing',
  tips: 'What saves time',
  examples: 'Examples',
} as const;

/** Text that is added when there is room for it. */
interface OptionalPiece {
  readonly section: keyof typeof sections;
  readonly text: string;
}

/** Groups of pieces, the most useful first: some of each list before the rest of any. */
function piecesOf(parts: EnhancedMessageParts): OptionalPiece[][] {
  const { memory } = parts;
  const examples = examplesOf(parts).map((piece) => [piece]);
  if (memory === null) return examples;
  const of = (section: keyof typeof listKeys, from: number, to?: number): OptionalPiece[][] =>
    memory[section]
      .map(line)
      .filter((point) => point !== '')
      .slice(from, to)
      .map((point) => [{ section, text: `- ${point}\n` }]);
  return [
    sequenceOf(memory, parts.settings.contextTokens),
    ...of('pitfalls', 0, 3),
    ...of('strategies', 0, 2),
    ...examples.slice(0, 1),
    ...of('insights', 0, 2),
    ...of('tips', 0, 1),
    ...examples.slice(1),
    ...of('pitfalls', 3),
    ...of('insights', 2),
    ...of('strategies', 2),
    ...of('tips', 1),
  ];
}

/** The reasons of a sequence are left out when it takes a larger share of the room. */
const shareOfReasons = 0.5;

/** One group, because a part of a sequence would be a wrong one. */
function sequenceOf({ toolSequence }: Distilled, contextTokens: number): OptionalPiece[] {
  const rows = (reasons: boolean): OptionalPiece[] =>
    toolSequence.map(({ tool, rationale }, index) => {
      const why = reasons && rationale.trim() !== '' ? `:** ${line(rationale)}` : '**';
      return { section: 'sequence', text: `${index + 1}. **${line(tool)}${why}\n` };
    });
  const withReasons = rows(true);
  const tokens = withReasons.reduce((sum, { text }) => sum + countTokens(text), 0);
  return tokens <= contextTokens * shareOfReasons ? withReasons : rows(false);
}

function examplesOf({ template, examples, settings, ...reader }: EnhancedMessageParts): OptionalPiece[] {
  const limits = settings.examples;
  return chooseExamples(examples, reader, limits.count).map((example) => {
    const part = template.subTasks.find(({ id }) => id === example.subTask);
    const task = part?.text ?? template.task.description;
    return {
      section: 'examples',
      text: [
        toldField('Task', inertLine(cutText(task, limits.task))),
        toldField(
          'Call',
          `${inertLine(example.tool)} ${inertJson(example.arguments, { maxLength: limits.arguments })}`,
        ),
        `${toldField('Result', resultText(example, limits.result)).trimEnd()}\n\n`,
      ].join(''),
    };
  });
}

function resultText({ result }: Example, maxLength: number): string {
  return typeof result === 'string'
    ? inert(cutText(result, maxLength)).trim()
    : inertJson(result, { maxLength });
}

function line(text: string): string {
  return inertLine(cutText(text, maxLineLength));
}

/** As many groups as there is room for. One that does not fit is skipped. */
function fill(groups: readonly (readonly OptionalPiece[])[], room: number): string {
  const chosen: OptionalPiece[] = [];
  let left = room;
  for (const group of groups) {
    const begun = new Set(chosen.map(({ section }) => section));
    const titles = [...new Set(group.map(({ section }) => section))].filter((section) => !begun.has(section));
    // Each text ends with a line end, so that the tokens of the whole are the sum of those of the texts.
    const texts = [...titles.map((section) => `${titleOf(section)}\n`), ...group.map(({ text }) => text)];
    const needed = texts.reduce((sum, text) => sum + countTokens(text), 0);
    if (needed > left) continue;
    left -= needed;
    chosen.push(...group);
  }
  const all = Object.keys(sections) as Array<OptionalPiece['section']>;
  const filled = all.map((section) => {
    const texts = chosen.flatMap((piece) => (piece.section === section ? [piece.text] : []));
    return texts.length === 0 ? '' : `${titleOf(section)}${texts.join('')}\n`;
  });
  return filled.join('');
}

function titleOf(section: OptionalPiece['section']): string {
  return `### ${sections[section]}\n\n`;
}
