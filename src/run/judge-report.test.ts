import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import { judgeReport } from './judge-report.ts';

const ran = (tool: string, result: Json, matched = true) => ({ tool, arguments: {}, result, matched });
const report = (...calls: ReturnType<typeof ran>[]) => ({
  status: 'completed' as const,
  text: 'All done!',
  modelCalls: 1,
  calls,
});
const mayChange = ({ tool }: { tool: string }) => !tool.startsWith('get');

describe('TPL-5 what an agent did', () => {
  it('is no success when the last change threw', () => {
    expect(judgeReport(report(ran('refund', 'no such order', false)), mayChange)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('refund'),
    });
  });

  it('is no success when the last change answered that it failed, and a look came after it', () => {
    const calls = [ran('refund', { status: 'failed' }), ran('get_order', { status: 'open' })];
    expect(judgeReport(report(...calls), mayChange).status).toBe('failed');
  });

  it('is a success when a failed change was made again and worked, or when only a look failed', () => {
    const again = [ran('refund', 'Error: busy'), ran('refund', { ok: true })];
    expect(judgeReport(report(...again), mayChange).status).toBe('completed');
    const looked = [ran('refund', { ok: true }), ran('get_order', 'Error: gone', false)];
    expect(judgeReport(report(...looked), mayChange).status).toBe('completed');
  });
});
