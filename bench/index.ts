import { benchColdStart } from './cold-start.ts';
import { printTable } from './measure.ts';
import { benchRecording } from './record.ts';
import { benchRedaction } from './redact.ts';

/** Every figure from one run on one machine; only the ratios mean anything elsewhere. */
printTable('Recording (CPU of a warm process, median of 15 rounds that take turns)', await benchRecording());
printTable('Starting (wall time, median of 25)', benchColdStart());
printTable(
  'Redaction (best of 7 rounds)',
  benchRedaction().map(({ name, megabytesPerSecond }) => ({
    what: name,
    measured: `${megabytesPerSecond.toFixed(0)} MB/s`,
    against: '–',
    ratio: '–',
    goal: '≥ 50 MB/s',
    held: megabytesPerSecond >= 50,
  })),
);
