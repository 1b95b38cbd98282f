import type * as z from 'zod';
import { invalidInput } from '../../errors.ts';
import { type Json, sameJson } from '../../json/json.ts';
import { newLesson, retryOnConflict, revision, saveLesson } from '../../learn/lessons.ts';
import type { Context } from '../../ports/context.ts';
import { restsOn, withdrawnRuns } from '../../recall/loans.ts';
import type { SessionTemplate } from '../../records/lesson.ts';
import { parseInput } from '../../records/parse.ts';
import { sameScope, type Viewer } from '../../records/scope.ts';
import {
  importSessionTemplatesInput,
  type SessionTemplateFile,
  type SessionTemplateImport,
} from '../../records/session-template-file.ts';
import { withdrawn } from './seed.ts';
import { namedTemplate } from './session-templates.ts';
import { templateFile } from './template-file.ts';
import { versionOf } from './template-of-file.ts';
import { firstVersion, keysOf, type NewVersion, nextVersion } from './versions.ts';

type ImportSessionTemplates = z.input<typeof importSessionTemplatesInput>;
type ImportedTemplate = SessionTemplateImport['templates'][number];

/** A session template for a file (SES-7). */
export async function exportSessionTemplate(
  context: Context,
  viewer: Viewer,
  name: string,
): Promise<SessionTemplateFile> {
  const template = await namedTemplate(context, viewer, name);
  if (restsOn(template.derivedFrom, await withdrawnRuns(context, viewer))) throw withdrawn(name);
  const file = templateFile(template);
  await context.audit.note({ action: 'export', of: template.scope, kind: 'session template', ids: [name] });
  // Once more: what was stored before a rule was added has not met it.
  return context.redactJson(file);
}

/** Brings session templates in from files (SES-7). All of them are checked first; doing it again changes nothing. */
export async function importSessionTemplates(
  context: Context,
  viewer: Viewer,
  raw: ImportSessionTemplates,
): Promise<SessionTemplateImport> {
  const { templates: given, dryRun } = parseInput(
    importSessionTemplatesInput,
    raw,
    'session template import',
  );
  const files = await context.redactJson(Array.isArray(given) ? given : [given]);
  const read = files.map((file) => ({ file, ...versionOf(file) }));
  refuseNames(files);
  for (const [number, { version, leftOut }] of read.entries())
    if (version.examples.length === 0) throw withoutExamples(number, leftOut[0]?.reason ?? '');
  if (!dryRun) {
    const ids = files.map(({ name }) => name);
    await context.audit.note({ action: 'import', of: viewer, kind: 'session template', ids });
  }
  const templates: ImportedTemplate[] = [];
  for (const { file, version } of read)
    templates.push(await importOne(context, viewer, file, version, dryRun));
  const skipped = read.flatMap(({ leftOut }, number) =>
    leftOut.map(({ place, reason }) => ({ place: `templates.${number}.examples.${place}`, reason })),
  );
  return { dryRun, templates, skipped };
}

async function importOne(
  context: Context,
  viewer: Viewer,
  { name, created_at }: SessionTemplateFile,
  version: NewVersion,
  dryRun: boolean,
): Promise<ImportedTemplate> {
  return retryOnConflict(context, async () => {
    const found = await context.store.findLessons(viewer, 'session-template', [name]);
    const before = found.find(({ scope, slug }) => sameScope(scope, viewer) && slug === name);
    const content = before === undefined ? firstVersion(version) : nextVersion(before.content, version);
    const shown = { name, version: content.version, examples: content.examples.length };
    if (before !== undefined && sayTheSame(before.content, content)) return { ...shown, status: 'unchanged' };
    const status = before === undefined ? 'created' : 'changed';
    if (dryRun) return { ...shown, status };
    const now = context.clock.now();
    const fresh = newLesson(context, viewer, 'session-template', { slug: name, content });
    const command =
      before === undefined
        ? saveLesson({ ...fresh, createdAt: Math.min(new Date(created_at).getTime(), now) })
        : revision(context, before, { content });
    const lesson = { ...command.lesson, keys: keysOf(content) } as SessionTemplate;
    await context.store.commit([{ ...command, lesson }]);
    return { ...shown, status };
  });
}

/** Whether nothing is new: other examples make another version, and what else a file says is compared. */
function sayTheSame(left: SessionTemplate['content'], right: SessionTemplate['content']): boolean {
  const said = ({ version, type, tags, description }: SessionTemplate['content']): Json => ({
    version,
    type,
    tags,
    description,
  });
  return sameJson(said(left), said(right));
}

function refuseNames(files: readonly SessionTemplateFile[]): void {
  const names = files.map(({ name }) => name);
  const twice = names.find((name, number) => names.indexOf(name) !== number);
  if (twice !== undefined)
    throw invalidInput(`The list has two templates called "${twice}". Nothing was written.`, {
      details: { fields: ['templates'] },
    });
}

function withoutExamples(number: number, reason: string): Error {
  return invalidInput(
    `The template at templates.${number} has no example that can be used: ${reason}. Nothing was written.`,
    { details: { fields: ['templates'] } },
  );
}
