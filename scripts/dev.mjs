// `npm run dev`: rebuilds dist/ when a source file changes, until Ctrl+C.
import { context } from 'esbuild';
import { bundles } from './bundles.mjs';

const print = (name, text) => console.log(`${new Date().toLocaleTimeString('en-GB')} ${name}: ${text}`);

const reportBuilds = (name) => ({
  name: 'report-builds',
  setup({ onStart, onEnd }) {
    let startedAt = 0;
    onStart(() => {
      startedAt = performance.now();
    });
    onEnd(({ errors }) => {
      const milliseconds = Math.round(performance.now() - startedAt);
      print(name, errors.length === 0 ? `built in ${milliseconds} ms` : 'not built, see the errors above');
    });
  },
});

console.log('Watching src. Ctrl+C stops.');
for (const [name, options] of Object.entries(bundles)) {
  const watched = await context({ ...options, plugins: [reportBuilds(name)] });
  await watched.watch();
}
