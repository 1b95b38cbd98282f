// Run as a process of its own: Engram on the database it is given, for one client on standard input and output.
import { openEngram } from '../../src/index.ts';
import { localCaller } from '../../src/interfaces/mcp/caller.ts';
import { serveStdio } from '../../src/interfaces/mcp/stdio.ts';
import { requestOf } from './request-of.ts';

const [folder = '', agent = ''] = process.argv.slice(2);
const surroundings = {
  environment: { ENGRAM_DB: `file:${folder}/memory.db`, ENGRAM_AGENT: agent },
  folder,
  home: folder,
};
const engram = await openEngram({ surroundings });
await serveStdio({
  version: '0.0.0-test',
  tools: 'all',
  caller: localCaller(requestOf(engram, engram, surroundings)),
});
await engram.close();
process.stderr.write('left cleanly\n');
