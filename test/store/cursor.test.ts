import { describe, expect, it } from 'vitest';
import { cursorSchema, encodeCursor } from '../../src/records/page.ts';

describe('the cursor of a list', () => {
  it.each([
    { createdAt: 1_735_732_800_000, id: 'run_1', agent: 'ali' },
    { createdAt: 0, id: 'an id with spaces', agent: 'an agent with spaces' },
    { createdAt: 1, id: '日本', agent: null },
  ])('leads back to its position: %j', (position) => {
    expect(cursorSchema.parse(encodeCursor(position))).toStrictEqual(position);
  });

  it.each(['', 'nonsense', '!!!', Buffer.from('1 run_1').toString('base64url')])(
    'is refused when no list answered it: <%s>',
    (cursor) => {
      expect(cursorSchema.safeParse(cursor).error?.issues[0]?.message).toContain('leave it out');
    },
  );
});
