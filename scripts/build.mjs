// Builds the JavaScript of dist/. `npm run build` adds the type declarations.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'rolldown';
import { bundles } from './bundles.mjs';

await rm(join(import.meta.dirname, '../dist'), { recursive: true, force: true });
await build(Object.values(bundles));
