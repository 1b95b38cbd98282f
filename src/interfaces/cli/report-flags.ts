import { ownFlag } from './call.ts';

const reportFormats = ['json', 'markdown', 'html'] as const;
/** The format of a report. */
export type ReportFormat = (typeof reportFormats)[number];

export const reportFlags = [
  ownFlag('format', 'Output format; left out: text, or what the file name ends in', {
    choices: reportFormats,
  }),
  ownFlag('output', 'Write the report to this file'),
  ownFlag('watch', 'Keep the file up to date until Ctrl+C', { type: 'switch' }),
  ownFlag('every', 'Seconds between updates with --watch; left out: as configured', { type: 'number' }),
];
