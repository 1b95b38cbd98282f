// `npm run dev`: rebuilds dist/ when a source file changes, until Ctrl+C.
import { relative } from 'node:path';
import { watch } from 'rolldown';
import { bundles } from './bundles.mjs';

const print = (text) => console.log(`${new Date().toLocaleTimeString('en-GB')} ${text}`);

console.log('Watching src. Ctrl+C stops.');
watch(Object.values(bundles)).on('event', async (event) => {
  if (event.code === 'BUNDLE_END') {
    const [folder] = event.output;
    print(`${relative('.', folder)} built in ${Math.round(event.duration)} ms`);
  } else if (event.code === 'ERROR') {
    print(`not built: ${event.error.message}`);
  }
  await event.result?.close();
});
