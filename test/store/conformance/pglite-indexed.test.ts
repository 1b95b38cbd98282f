import { openIndexingPgliteStore } from '../postgres-pglite.ts';
import { describeInCi } from './in-ci.ts';

describeInCi('PGlite, indexed at once', openIndexingPgliteStore);
