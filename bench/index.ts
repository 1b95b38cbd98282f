import { benchAgentMatch } from './agent-match.ts';
import { benchAgents } from './agents.ts';
import { benchChecks } from './checks.ts';
import { answerParent, taskWord } from './child.ts';
import { benchCodingErrors } from './coding-errors.ts';
import { benchColdStart } from './cold-start.ts';
import { benchDevices } from './devices.ts';
import { benchEmbedder } from './embedder.ts';
import { benchHotPaths } from './hot-paths.ts';
import { benchImport } from './import.ts';
import { benchLearningScale } from './learning-scale.ts';
import { benchLoad } from './load.ts';
import { printTable, type Row } from './measure.ts';
import { benchPeers } from './peers.ts';
import { benchRecall } from './recall.ts';
import { benchGrowth } from './recall-growth.ts';
import { benchRecording } from './record.ts';
import { benchRedaction } from './redact.ts';
import { benchInstalledSources, benchScannerCases } from './redact-cases.ts';
import { benchRemember } from './remember.ts';
import { benchReplay } from './replay.ts';
import { benchReplayOverhead } from './replay-overhead.ts';
import { benchReplayPairs } from './replay-pairs.ts';
import { benchSave } from './replay-save.ts';
import { benchSignatures } from './signatures.ts';
import { benchSimulation } from './simulation.ts';
import { tasks } from './tasks.ts';
import { benchVectors } from './vectors.ts';
import { benchWorkflows } from './workflows.ts';

async function load(): Promise<Row[]> {
  const server = process.env['ENGRAM_TEST_POSTGRES'];
  const schema = (use: string): string => `${server}?schema=bench_${process.pid}_${use}`;
  return [
    ...(await benchLoad('SQLite', (folder, use) => `file:${folder}/${use}.db`)),
    ...(server === undefined ? [] : await benchLoad('PostgreSQL', (_folder, use) => schema(use))),
  ];
}

const overhead = async (): Promise<Row[]> => [...(await benchReplayOverhead()), ...(await benchSave())];

const replaying = async (): Promise<Row[]> => [
  ...(await benchReplay()),
  ...(await benchReplayPairs()),
  ...(await overhead()),
];

const redaction = (): Row[] => [
  ...benchRedaction().map(({ name, megabytesPerSecond }) => ({
    what: name,
    measured: `${megabytesPerSecond.toFixed(0)} MB/s`,
    against: '–',
    ratio: '–',
    goal: '≥ 50 MB/s',
    held: megabytesPerSecond >= 50,
  })),
  ...benchScannerCases(),
  ...benchInstalledSources(),
];

/** Every figure from one run on one machine; only the ratios mean anything elsewhere. */
const benches: Readonly<Record<string, readonly [string, () => Row[] | Promise<Row[]>]>> = {
  record: ['Recording (CPU of a warm process, median of 15 rounds that take turns)', benchRecording],
  paths: ['Hot paths (CPU of a warm process, median of rounds that take turns)', benchHotPaths],
  start: ['Starting (wall time, median of 25)', benchColdStart],
  redact: ['Redaction (speed: best of 7 rounds)', redaction],
  import: ['Importing (CPU, median of 5 rounds that take turns)', benchImport],
  load: ['Load on loopback (wall time)', load],
  embedder: ['The built-in embedder', benchEmbedder],
  vectors: ['Vectors (CPU, median of 15 rounds that take turns)', benchVectors],
  recall: ['Recall (CPU of warm processes, each measured in its own)', benchRecall],
  signatures: ['Error signatures (grouping accuracy)', benchSignatures],
  errors: ['Failures of coding agents', benchCodingErrors],
  agents: ['Choosing an agent by experience', benchAgents],
  match: ['Matching an agent to a task', benchAgentMatch],
  remember: [
    'What is kept of conversations (ENGRAM_BENCH_SAMPLE=100 prints a sample to judge)',
    benchRemember,
  ],
  replay: ['Replaying recorded trials, with values of other tasks too; overhead (CPU)', replaying],
  pairs: ['Of these, only the values of other tasks', benchReplayPairs],
  devices: ['Replaying support for devices in homes with other causes', benchDevices],
  checks: ['Checks before a call (CPU of a warm process)', benchChecks],
  overhead: ['Of these, only the overhead', overhead],
  workflows: ['A checkpoint of a workflow (wall time, median of 25 rounds that take turns)', benchWorkflows],
  learning: ['Learning from 100,000 runs (CPU of a warm process)', benchLearningScale],
  simulation: [
    'Agents with and without Engram (illustration: a made-up environment)',
    () => benchSimulation(),
  ],
  growth: ['Recall as memories grow', benchGrowth],
  peers: ['Recall beside others', benchPeers],
};
/** These take the better part of an hour, or are part of another one: only when they are asked for. */
const long = new Set(['growth', 'peers', 'agents', 'match', 'learning', 'simulation', 'pairs', 'overhead']);

async function measureAll(asked: readonly string[]): Promise<void> {
  for (const [name, [title, measure]] of Object.entries(benches)) {
    if (asked.length === 0 ? long.has(name) : !asked.includes(name)) continue;
    const rows = await measure();
    if (rows.length > 0) printTable(title, rows);
  }
}

const words = process.argv.slice(2);
if (words[0] === taskWord) await answerParent(tasks);
else await measureAll(words);
