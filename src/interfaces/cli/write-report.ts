import { extname, resolve } from 'node:path';
import { loadMeasure } from '../../engine/stages.ts';
import { invalidInput, toEngramError } from '../../errors.ts';
import { reportPage } from '../../measure/report/html.ts';
import { reportMarkdown } from '../../measure/report/markdown.ts';
import type { Report } from '../../records/report.ts';
import { type CommandCall, written } from './call.ts';
import { errorLine, safe } from './present/presenter.ts';
import type { ReportFormat } from './report-flags.ts';
import { abortWhenStopped } from './terminal.ts';
import { refusePlace, writeWhole } from './whole-file.ts';

const formats = {
  json: (report: Report) => `${JSON.stringify(report)}\n`,
  markdown: reportMarkdown,
  html: reportPage,
} as const satisfies Record<ReportFormat, (report: Report) => string>;

/** The format a file is written in, by how its name ends. */
const formatsByEnding: Readonly<Record<string, ReportFormat>> = {
  '.html': 'html',
  '.htm': 'html',
  '.json': 'json',
};

/** `report`: shown as text, printed in a format, written to a file, or kept up to date there. */
export async function writeReport(call: CommandCall, perform: () => Promise<unknown>): Promise<unknown> {
  const { own, asJson, terminal } = call;
  const report = async () => (await perform()) as Report;
  const { output, every } = own;
  const requestedFormat = own['format'] as ReportFormat | undefined;
  if (asJson && requestedFormat !== undefined && requestedFormat !== 'json')
    throw invalidInput(`Give --json or --format ${requestedFormat}, not both.`);
  if (every !== undefined && own['watch'] !== true)
    throw invalidInput('--every says how often --watch writes the file. Add --watch.');
  if (typeof output === 'string') {
    const path = resolve(terminal.folder, output);
    refusePlace(path);
    const format =
      requestedFormat ?? (asJson ? 'json' : (formatsByEnding[extname(path).toLowerCase()] ?? 'markdown'));
    return own['watch'] === true ? watch(call, path, format) : writeOnce(call, await report(), path, format);
  }
  if (own['watch'] === true) {
    throw invalidInput(
      '--watch keeps a file up to date. Name it: engram report --output report.html --watch',
    );
  }
  if (requestedFormat === undefined) return undefined;
  terminal.write(formats[requestedFormat](await report()));
  return written;
}

async function writeOnce(
  { terminal, paint, asJson }: CommandCall,
  report: Report,
  path: string,
  format: ReportFormat,
) {
  writeWhole(path, formats[format](report));
  terminal.write(
    asJson
      ? `${JSON.stringify({ output: path, format })}\n`
      : `${paint.good('Wrote')} ${safe(path)} (${format})\n`,
  );
  return written;
}

async function watch(
  { request, input, own, terminal, paint, wording }: CommandCall,
  path: string,
  format: ReportFormat,
) {
  const everySeconds = secondsBetween(own['every']);
  // Before anything is opened, so that an early signal stops it cleanly, too.
  const stopping = abortWhenStopped(terminal);
  const [context, { watchReport }] = await Promise.all([request.open(), loadMeasure()]);
  const say = (text: string): void => {
    if (terminal.showsProgress) terminal.writeError(`${paint.dim(text)}\n`);
  };
  let times = 0;
  let failed: unknown;
  await watchReport(context, context.viewer, {
    ...(everySeconds !== undefined && { everySeconds }),
    ...(typeof input['days'] === 'number' && { days: input['days'] }),
    signal: stopping.signal,
    onReport(report) {
      writeWhole(path, formats[format](report));
      times += 1;
      const at = new Date(report.generatedAt).toISOString().slice(11, 19);
      say(`${at}  wrote ${safe(path)}, ${times === 1 ? 'stop with Ctrl+C' : `${times} times so far`}`);
    },
    onError(error) {
      // What fails at once will not get better; what fails later may.
      if (times > 0) return terminal.writeError(errorLine(toEngramError(error).messageIn(wording), paint));
      failed = error;
      stopping.abort();
    },
  });
  if (failed !== undefined) throw failed;
  return written;
}

function secondsBetween(every: unknown): number | undefined {
  if (every === undefined) return undefined;
  if (typeof every === 'number' && every >= 1 && every <= 86_400) return every;
  throw invalidInput('--every takes seconds, from 1 to 86400.', { details: { flag: 'every' } });
}
