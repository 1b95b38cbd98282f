import { createReferenceStore } from '../../../src/store/reference/reference-store.ts';
import { describeStore } from '../../../src/testing/index.ts';

describeStore('reference', async () => createReferenceStore(), { keeps: true });
