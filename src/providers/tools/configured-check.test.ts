import { describe, expect, it } from 'vitest';
import { type ToolCheckSettings, toolSettings } from '../../config/template-settings.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import type { ToolDescription, ToolRuntime } from '../../ports/tool-runtime.ts';
import { parseInput } from '../../records/parse.ts';
import { asRefusal } from '../../testing/refusal.ts';
import { configuredCheck } from './configured-check.ts';
import { declaredTools } from './declared-tools.ts';

const signal = new AbortController().signal;
const ofOrders: ToolCheckSettings = {
  tool: 'cancel_*',
  look: 'get_order',
  arguments: { id: '$.order.id', options: { full: true, of: ['$.order.shop'] } },
  equal: ['$.status', '$.items[*].state'],
};

/** A look that answers this, and the questions it was asked. */
function aDesk(answer: Json) {
  const asked: JsonObject[] = [];
  const call: ToolRuntime['call'] = async (_, given) => {
    asked.push(given);
    return answer;
  };
  return { asked, call };
}

const capture = (answer: Json, given: JsonObject, check: ToolCheckSettings = ofOrders) =>
  configuredCheck([check], aDesk(answer)).capture(given as never, { signal }) as Promise<Json>;
const order = { order: { id: 'W1', shop: 'Bonn' } };

describe('TPL-12 a check of the settings', () => {
  it('asks the look with constants and with what the call is given', async () => {
    const desk = aDesk({ status: 'pending' });
    await configuredCheck([ofOrders], desk).capture(order as never, { signal });
    expect(desk.asked).toEqual([{ id: 'W1', options: { full: true, of: ['Bonn'] } }]);
  });

  it('captures what stands at the named places, also in JSON inside a text', async () => {
    const found = { '$.status': ['pending'], '$.items[*].state': ['new', null] };
    const answer = { status: 'pending', items: [{ state: 'new' }, { state: null }], total: 7 };
    expect(await capture(answer, order)).toEqual([{ look: 'get_order', found }]);
    expect(await capture(JSON.stringify(answer), order)).toEqual([{ look: 'get_order', found }]);
  });

  it('captures nothing when the call lacks what the look is asked with, or the answer has none of the places', async () => {
    const missing = await capture({ status: 'pending' }, { order: {} }).catch(asRefusal);
    expect(missing).toMatchObject({ message: 'The arguments of the call have nothing at $.order.id.' });
    const mistyped = { ...ofOrders, equal: ['$.stauts'] };
    expect(await capture({ status: 'pending' }, order, mistyped).catch(asRefusal)).toMatchObject({
      message: 'The answer of "get_order" has nothing at $.stauts.',
    });
  });

  it.each<[string, Json, boolean | string]>([
    ['the same', [{ look: 'get_order', found: { '$.status': ['pending'] } }], true],
    [
      'another state',
      [{ look: 'get_order', found: { '$.status': ['new'] } }],
      '$.status of get_order was "new" and is "pending"',
    ],
    [
      'a place that was not there',
      [{ look: 'get_order', found: { '$.status': [] } }],
      '$.status of get_order was nothing and is "pending"',
    ],
    [
      'more places, which the settings have dropped since',
      [{ look: 'get_order', found: { '$.status': ['pending'], '$.total': [7] } }],
      'the settings (tools.checks) look at something else than when it was recorded',
    ],
    [
      'what another check captured',
      { hold: 'none' },
      'the settings (tools.checks) look at something else than when it was recorded',
    ],
  ])('compared with %s', async (_, recorded, expected) => {
    const check = configuredCheck(
      [{ ...ofOrders, arguments: {}, equal: ['$.status'] }],
      aDesk({ status: 'pending' }),
    );
    const now = (await check.capture({} as never, { signal })) as never;
    expect(check.compare?.(recorded as never, now)).toBe(expected);
  });

  it('holds for a tool under each of its names, and for no other', () => {
    const described = (name: string, more: Partial<ToolDescription> = {}): ToolDescription => ({
      name,
      description: '',
      inputSchema: null,
      annotations: {},
      ...more,
    });
    const all: Record<string, ToolDescription> = {
      get_order: described('get_order', { annotations: { readOnly: true } }),
      cancel_order: described('cancel_order'),
      'desk/cancel_order': described('desk/cancel_order', { alias: 'cancel_order' }),
      refund: described('refund'),
    };
    const runtime: ToolRuntime = {
      ...aDesk(null),
      has: (tool) => tool in all,
      names: () => ['get_order', 'cancel_order', 'refund'],
      describe: (tool) => all[tool],
    };
    const settings = { readOnly: [], writes: [], idempotent: [], checks: [ofOrders] };
    const tools = declaredTools(runtime, settings);
    const checked = Object.keys(all).filter((tool) => tools.describe(tool)?.check !== undefined);
    expect(checked).toEqual(['cancel_order', 'desk/cancel_order']);
    expect(() => declaredTools(runtime, { ...settings, writes: ['get_order'] })).toThrow(
      'is not known to only read. If it changes nothing, add "get_order" to tools.readOnly.',
    );
    all['cancel_order'] = described('cancel_order', { check: { capture: () => 1 } });
    expect(() => declaredTools(runtime, settings)).toThrow('gives a check of its own');
  });

  it.each([
    [{ ...ofOrders, equal: ['status'] }, 'must be a path such as $.status'],
    [{ ...ofOrders, equal: [] }, 'must name at least one path'],
    [{ ...ofOrders, arguments: { id: '$.order..id' } }, 'must be a path such as $.order_id'],
    [{ ...ofOrders, arguments: { ids: [{ id: '$[' }] } }, 'must be a path such as $.order_id'],
    [{ ...ofOrders, looks: 'get_order' }, 'looks'],
  ])('that cannot be read is refused with the place that is wrong', (check, words) => {
    const refused = asRefusal(thrownBy(() => parseInput(toolSettings, { checks: [check] }, 'configuration')));
    expect(refused).toMatchObject({ code: 'invalid_input', message: expect.stringContaining(words) });
  });
});

function thrownBy(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}
