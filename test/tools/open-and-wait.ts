// Run as a process of its own: opens the server it is told to, says so, and waits for what becomes of it.
import { openMcpTools } from '../../src/providers/tools/mcp-tools.ts';

const [server = '', behaviour = '', processes = '', then = 'wait'] = process.argv.slice(2);
if (then === 'listen') process.on('SIGINT', () => setTimeout(() => process.exit(7), 50));
const odd = { command: process.execPath, args: [server, behaviour, processes], env: {} };
const tools = await openMcpTools({ odd }, { timeoutMs: 60_000, maxResultBytes: 1_000_000 });
process.stdout.write('ready\n');
if (then === 'exit') process.exit(5);
// Whatever becomes of the call, only a signal ends this process.
setInterval(() => {}, 1_000);
await tools.call('hang', {}).catch(() => {});
