import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the API; `engram serve` listens there unless told otherwise. */
const server = 'http://127.0.0.1:3647';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [tailwindcss()],
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // Fonts and icons stay files: the Content-Security-Policy of the page allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Libraries mark their modules for servers that render; nothing is rendered on a server here.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/openapi.json', '/healthz'].map((path) => [path, server])),
  },
});
