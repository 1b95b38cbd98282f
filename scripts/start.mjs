// `npm start`: makes a fresh clone ready and serves the demo, in this process, so that signals reach the server itself.
import './ready.mjs';

process.argv.splice(2, 0, 'serve', '--demo');
await import('../bin/engram.js');
