import { sessionTypes } from '../../../records/session-template.ts';
import type { SessionTemplateImport } from '../../../records/session-template-file.ts';
import type {
  InjectedChat,
  SessionTemplateDetails,
  SessionTemplateStatistics,
  ShownSessionTemplate,
} from '../../../templates/session-templates/contract.ts';
import { counted, times } from '../../../text/counted.ts';
import { ago, type FieldLine, fields, oneLine, percent } from '../layout.ts';
import { weight } from './figures.ts';
import { agentColumn, listTable, nothing, type PageStyle, right, safe, shownJson } from './presenter.ts';

const howToBegin =
  'No session templates yet. Make one of a session that went well:\n  engram session-templates create SESSION --name NAME';

export function presentSessionTemplates(
  { items }: { items: readonly ShownSessionTemplate[] },
  page: PageStyle,
): string {
  if (items.length === 0) return nothing(page, howToBegin);
  return listTable(page, items, [
    ['NAME', ({ name }) => safe(name)],
    ['TYPE', ({ type, status }) => (status === 'retired' ? `${type} (retired)` : type)],
    ...agentColumn<ShownSessionTemplate>(page, ({ agent }) => agent),
    ['EXAMPLES', ({ examples }) => String(examples), right],
    ['USED', ({ usage }) => String(usage), right],
    ['WORKED', effectiveness],
    ['TAGS', ({ tags }) => safe(tags.join(', '))],
  ]);
}

function effectiveness({ effectiveness: known }: ShownSessionTemplate): string {
  if (known === null) return 'not known yet';
  const { successRate, low, high, sessions } = known;
  return `${percent(successRate)} (${Math.round(low * 100)}–${percent(high)}, from ${weight(sessions)})`;
}

export function presentImportedTemplates(
  { dryRun, templates, skipped }: SessionTemplateImport,
  { paint }: PageStyle,
): string {
  const lines = templates.map(
    ({ name, version, status, examples }) =>
      `${paint.good(dryRun ? `Would be ${status}` : capitalised(status))} ${paint.accent(safe(name))}, version ${version}: ${counted(examples, 'example')}`,
  );
  const left = skipped.map(({ place, reason }) => `${paint.bad('Skipped')} ${place}: ${safe(reason)}`);
  return [...lines, ...left].join('\n');
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

export function presentCreatedSessionTemplate(details: SessionTemplateDetails, page: PageStyle): string {
  const { paint } = page;
  const { name, version, examples } = details.template;
  return [
    `${paint.good('Kept')} ${paint.accent(safe(name))}, version ${version}: ${counted(examples, 'example')}`,
    presentSessionTemplate(details, page),
    paint.dim(`Put them into a chat:  engram session-templates inject ${safe(name)} --body chat.json --json`),
  ].join('\n');
}

export function presentSessionTemplate(details: SessionTemplateDetails, page: PageStyle): string {
  const { paint, columns } = page;
  const { template, examples, earlier } = details;
  const calls = examples.map(
    ({ tool, arguments: given, result }) =>
      `  ${paint.bold(oneLine(tool, 100))} ${shownJson(given, columns / 2)}\n    → ${shownJson(result, columns - 8)}`,
  );
  return [
    fields(paint, headOf(template, page)),
    paint.bold('Examples'),
    ...(calls.length === 0 ? ['  none'] : calls),
    ...(earlier.length === 0
      ? []
      : [
          paint.bold('Earlier versions'),
          ...earlier.map(
            ({ version, sessionId, usage, successes, failures }) =>
              `  ${version}: from ${safe(sessionId)}, used ${times(usage)}, ${weight(successes)} worked and ${weight(failures)} did not`,
          ),
        ]),
  ].join('\n');
}

function headOf(template: ShownSessionTemplate, { now }: PageStyle): FieldLine[] {
  const { status, retiredBecause, lastUsedAt, tags, description, automatic } = template;
  const state = status === 'retired' ? `retired: ${safe(retiredBecause ?? 'no reason was given')}` : 'active';
  return [
    ['template', `${safe(template.name)} (${template.id})`],
    ['for', description !== '' && safe(description)],
    ['type', template.type],
    ['tags', tags.length > 0 && safe(tags.join(', '))],
    ['status', `${state}, version ${template.version}`],
    ['from', `${safe(template.sessionId)}${automatic ? ', by itself' : ''}`],
    ['used', `${times(template.usage)}${lastUsedAt === null ? '' : `, last ${ago(lastUsedAt, now)}`}`],
    ['worked', effectiveness(template)],
  ];
}

export function presentBest(
  { template }: { template: ShownSessionTemplate | null },
  page: PageStyle,
): string {
  if (template === null) return nothing(page, howToBegin);
  const { paint } = page;
  const why =
    template.effectiveness === null
      ? 'the least used, until it is known what works'
      : effectiveness(template);
  return [
    `Use ${paint.accent(safe(template.name))} ${paint.dim(`(${why})`)}`,
    fields(paint, headOf(template, page)),
  ].join('\n');
}

export function presentDeletedSessionTemplate(
  { deleted }: { deleted: string },
  { paint }: PageStyle,
): string {
  return `${paint.good('Deleted')} session template ${deleted}`;
}

export function presentSessionTemplateStatistics(
  statistics: SessionTemplateStatistics,
  { paint }: PageStyle,
): string {
  if (statistics.total === 0) return howToBegin;
  return fields(paint, [
    ['templates', String(statistics.total)],
    ...sessionTypes.map((type) => [`  ${type}`, String(statistics.by_type[type])] as const),
    ['examples', String(statistics.total_examples)],
    ['used', times(statistics.total_usage)],
  ]);
}

/** For people, what the chat looks like; programs take it from `--json`. */
export function presentInjected({ messages, template, injected }: InjectedChat, page: PageStyle): string {
  const { paint, columns } = page;
  const lines = messages.map((message) => {
    const { role, content, ...others } = message;
    const text = content == null || content === '' ? others : content;
    return `  ${paint.bold(oneLine(String(role), 20).padEnd(9))} ${shownJson(text, columns - 14)}`;
  });
  return [
    `${paint.good('Put')} ${counted(injected, 'example')} of ${safe(template.name)}, version ${template.version}, into the chat:`,
    ...lines,
    paint.dim('For a program:  add --json and take "messages"'),
  ].join('\n');
}
