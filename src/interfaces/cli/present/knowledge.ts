import type { KnowledgeConflict, KnowledgeDocument, KnowledgeReport } from '../../../records/knowledge.ts';
import { counted } from '../../../text/counted.ts';
import { type PageStyle, safe } from './presenter.ts';

const maxNamed = 10;

/** What an export holds, in words. */
export function describeDocument({ memories }: KnowledgeDocument): string {
  return counted(memories.length, 'memory', 'memories');
}

export function presentImportedKnowledge(report: KnowledgeReport, page: PageStyle): string {
  return presentReport(report, page, 'Imported');
}

export function presentMergedKnowledge(report: KnowledgeReport, page: PageStyle): string {
  return presentReport(report, page, 'Merged');
}

function presentReport(report: KnowledgeReport, { paint }: PageStyle, verb: string): string {
  const { dryRun, added, replaced, already, conflicts, skipped } = report;
  const figures = [
    counted(added, 'new memory', 'new memories'),
    replaced > 0 && `${replaced} replaced`,
    already > 0 && `${already} known already`,
  ];
  const isNothing = added + replaced === 0 && !dryRun;
  const head = dryRun ? paint.accent(`Would be ${verb.toLowerCase()}:`) : paint.good(verb);
  const lines = [
    `${head} ${figures.filter((figure) => figure !== false).join(', ')}${isNothing ? paint.dim('; nothing changed') : ''}`,
  ];
  if (conflicts.length > 0) {
    lines.push(`${counted(conflicts.length, 'conflict')}:`);
    lines.push(...conflicts.slice(0, maxNamed).map((conflict) => `  ${conflictLine(conflict)}`));
  }
  if (skipped.length > 0) {
    lines.push(`${paint.bad('Skipped')} ${skipped.length}:`);
    lines.push(...skipped.slice(0, maxNamed).map(({ id, reason }) => `  ${safe(id)}: ${safe(reason)}`));
  }
  if (conflicts.length > maxNamed || skipped.length > maxNamed)
    lines.push(paint.dim('  … and more; --json names them'));
  return lines.join('\n');
}

const resolutions: Readonly<Record<KnowledgeConflict['resolution'], string>> = {
  kept: 'yours was kept',
  replaced: 'yours was replaced',
  both: 'both are there',
};

const reasons: Readonly<Record<KnowledgeConflict['reason'], string>> = {
  'same id': 'is another version of',
  'same content': 'says the same as',
  'same topic': 'says something else than',
  'stated by the user': 'would replace what the user stated,',
};

function conflictLine({ id, kind, reason, own, resolution }: KnowledgeConflict): string {
  return `${kind} ${safe(id)} ${reasons[reason]} ${safe(own)}: ${resolutions[resolution]}`;
}
