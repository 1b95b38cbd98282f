import type { Binding } from '../../../model/plan.ts';
import type { Template } from '../../../model/template.ts';
import type { DryRun, Listing, TemplateRun } from '../../../view.ts';
import { ago, duration, fields, table } from '../layout.ts';
import type { Paint } from '../terminal.ts';
import { agentName, more, type Page, safe, shownJson } from './presenter.ts';

export function presentSaved(template: Template, page: Page): string {
  const { paint } = page;
  return [
    `${paint.good('Saved')} template ${paint.accent(template.slug)} (${template.id})`,
    presentPlan(template, paint),
    paint.dim(`Run it again without a model:  engram template run ${template.slug} --module ./tools.js`),
  ].join('\n');
}

export function presentTemplates({ items, next }: Listing<Template>, page: Page): string {
  if (items.length === 0)
    return 'No templates yet. Save a successful run:\n  engram template save --run RUN --name NAME';
  const columns = [
    { title: 'NAME' },
    { title: 'STATUS' },
    ...(page.asOwner ? [{ title: 'AGENT' }] : []),
    { title: 'CALLS', align: 'right' as const },
    { title: 'AGE' },
    { title: 'TASK' },
  ];
  const rows = items.map((template) => [
    template.slug,
    template.status,
    ...(page.asOwner ? [agentName(template.scope.agent)] : []),
    String(template.plan.length),
    ago(template.createdAt, page.now),
    safe(template.task.description),
  ]);
  return table(columns, rows, page.paint, page.columns) + more(next, page.paint);
}

export function presentTemplate(template: Template, { paint }: Page): string {
  const head = fields(
    [
      ['template', `${template.slug} (${template.id})`],
      ['task', safe(template.task.description)],
      ['status', `${template.status}, version ${template.version}`],
      ['from run', template.sourceRunId],
      [
        'first run',
        `${template.firstRun.modelCalls} model calls, ${template.firstRun.toolCalls} tool calls, ${duration(template.firstRun.wallTimeMs)}`,
      ],
    ],
    paint,
  );
  return `${head}\n\n${presentPlan(template, paint)}`;
}

const sources = {
  input: 'an input of the first run',
  task: 'found in the task',
  picked: 'picked from a list; must be there again',
  secret: 'a secret; must be given',
} as const;

function presentPlan(template: Template, paint: Paint): string {
  const parameters = template.parameters.map(
    ({ name, source, example }) =>
      `  ${paint.accent(safe(name))} = ${source === 'secret' ? '?' : shownJson(example, 60)} ${paint.dim(`(${sources[source]})`)}`,
  );
  const calls = template.plan.map(
    (step, index) => `  ${index + 1}. ${paint.bold(safe(step.tool))}(${describe(step.arguments)})`,
  );
  return [
    paint.dim('Parameters'),
    ...(parameters.length === 0 ? ['  none'] : parameters),
    paint.dim('Calls'),
    ...calls,
  ].join('\n');
}

function describe(binding: Binding): string {
  switch (binding.from) {
    case 'constant':
      return binding.sameAs === undefined
        ? shownJson(binding.value, 80)
        : `${shownJson(binding.value, 80)} while ${binding.sameAs.path} of call ${binding.sameAs.step + 1} is the same`;
    case 'parameter':
      return `<${safe(binding.name)}>`;
    case 'result':
      return `${binding.path} of call ${binding.step + 1}`;
    case 'text':
      return `"${binding.parts.map((part) => (part.from === 'constant' ? safe(String(part.value)) : describe(part))).join('')}"`;
    case 'list':
      return `[${binding.items.map(describe).join(', ')}]`;
    case 'object':
      return Object.entries(binding.members)
        .map(([name, member]) => `${safe(name)}: ${describe(member)}`)
        .join(', ');
  }
}

export function presentTemplateRun(report: TemplateRun | DryRun, { paint, columns }: Page): string {
  if (report.status === 'planned') {
    const calls = report.calls.map(
      (call, index) => `  ${index + 1}. ${paint.bold(safe(call.tool))}(${describe(call.arguments)})`,
    );
    return [
      `${paint.bold('Dry run')}: nothing was called. It would call:`,
      ...calls,
      `With ${shownJson(report.parameters, 300)}`,
    ].join('\n');
  }
  const calls = report.toolCalls.map(
    (call) =>
      `${call.matched ? paint.good('✓') : paint.bad('✗')} ${paint.bold(safe(call.tool))} ${shownJson(call.arguments, columns / 2)}\n    → ${shownJson(call.result, columns - 8)}`,
  );
  const cost = `${report.modelCalls} model calls, ${report.toolCalls.length} tool calls, ${duration(report.durationMs)}`;
  if (report.divergence === undefined)
    return [...calls, `${paint.good('Completed')} as recorded: ${cost}`].join('\n');
  const { call, tool, reason, expected, found, remaining } = report.divergence;
  return [
    ...calls,
    `${paint.bad(report.status === 'failed' ? 'Failed' : 'Diverged')} at call ${call} (${safe(tool)}): ${safe(reason)}`,
    fields(
      [
        ['expected', safe(expected)],
        ['found', safe(found)],
        ['not done', safe(remaining.join(', ')) || 'nothing'],
      ],
      paint,
    ),
    cost,
  ].join('\n');
}
