import { createNullStore } from '../../../src/store/null-store.ts';
import { describeStore } from '../../../src/testing/index.ts';

describeStore('null', async () => createNullStore(), { keeps: false });
