// Builds the JavaScript of dist/ and the dashboard. `npm run build` adds the type declarations.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'rolldown';
import { build as buildPage } from 'vite';
import { bundles } from './bundles.mjs';

// Tests build, too, and their environment would make Vite take the development build of React: larger by half, and slow.
process.env.NODE_ENV = 'production';

await rm(join(import.meta.dirname, '../dist'), { recursive: true, force: true });
await build(Object.values(bundles));
await buildPage({ configFile: join(import.meta.dirname, '../dashboard/vite.config.ts'), logLevel: 'warn' });
