import type { Remark, Report } from '../../records/report.ts';

/** What remarks are drawn from. */
export type ReportFacts = Omit<Report, 'recommendations' | 'insights'>;

export function remark(about: Remark['about'], text: string, evidence: string[] = []): Remark {
  return { about, text, evidence };
}
