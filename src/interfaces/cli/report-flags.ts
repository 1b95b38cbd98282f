import { ownFlag } from './call.ts';

const reportFormats = ['json', 'markdown', 'html'] as const;
/** As what a report can be written. */
export type ReportFormat = (typeof reportFormats)[number];

export const reportFlags = [
  ownFlag('format', 'As what; without it as text, or as the name of the file says', {
    choices: reportFormats,
  }),
  ownFlag('output', 'Write it to this file instead'),
  ownFlag('watch', 'Write the file again and again, until it is stopped', { type: 'switch' }),
  ownFlag('every', 'Seconds between two, with --watch; as configured when left out', { type: 'number' }),
];
