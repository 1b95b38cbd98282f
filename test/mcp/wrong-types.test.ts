import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EngramError } from '../../src/errors.ts';
import type { Engram } from '../../src/index.ts';
import { inputSchema } from '../../src/operations/json-schema.ts';
import { operations } from '../../src/operations/operations.ts';
import { openForTest } from '../stories/open-for-test.ts';
import { requestOf } from './request-of.ts';

const wrong: readonly unknown[] = [undefined, null, [], {}, ['a', 'b'], 7, true, ''];
let engram: Engram;
beforeAll(async () => {
  // A real database: one in memory takes any key.
  engram = await openForTest({
    db: `file:${join(mkdtempSync(join(tmpdir(), 'engram-types-')), 'memory.db')}`,
  });
  await engram.memories.record({ kind: 'knowledge', text: 'x' });
});
afterAll(() => engram.close());

it.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s takes a value of any wrong type for what it is, and nothing unexpected happens',
  async (_, operation) => {
    const { properties = {} } = inputSchema(operation);
    const fields = Object.keys(properties);
    const inputs = fields.flatMap((field) =>
      wrong.flatMap((value) => [
        { [field]: value },
        { ...Object.fromEntries(fields.map((name) => [name, 'x'])), [field]: value },
      ]),
    );
    for (const input of [{}, ...inputs]) {
      const thrown: unknown = await operation
        .run(
          requestOf(engram, engram, { environment: {}, folder: tmpdir(), home: '/nowhere' }),
          input as never,
        )
        .then(() => undefined)
        .catch((error: unknown) => error);
      const isExpected = thrown === undefined || (EngramError.is(thrown) && thrown.code !== 'internal');
      expect(isExpected, `${JSON.stringify(input)} threw ${thrown}`).toBe(true);
    }
  },
);
