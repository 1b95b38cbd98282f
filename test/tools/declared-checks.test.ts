import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMcpFile } from '../../src/config/read-mcp-file.ts';
import { type ToolCheckSettings, toolSettings } from '../../src/config/template-settings.ts';
import { type Engram, type JsonObject, openEngram, type TemplateRun } from '../../src/index.ts';
import { scriptedModel } from '../../src/testing/index.ts';
import { asRefusal } from '../../src/testing/refusal.ts';

const example = join(import.meta.dirname, '../../examples/order-desk');
const cancelling = { id: 'W1001', reason: 'no longer needed' };

interface Desk {
  readonly orders: Array<{ id: string; status: string; items: Array<{ variant: string }> }>;
}

let folder: string;
let file: string;
let engram: Engram | undefined;

const world = (): Desk => JSON.parse(readFileSync(file, 'utf8'));
const restore = (): void => copyFileSync(join(example, 'orders.json'), file);
/** Somebody else was at the desk between recording and replaying. */
function change(edit: (desk: Desk) => void): void {
  const desk = world();
  edit(desk);
  writeFileSync(file, JSON.stringify(desk));
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engram-checks-'));
  file = join(folder, 'orders.json');
  restore();
});
afterEach(async () => {
  await engram?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The order desk as an MCP server, with checks for its tools, and a model that cancels an order without a look. */
async function openDesk(checks: readonly ToolCheckSettings[]) {
  const mcpServers = await readMcpFile(join(example, 'mcp.json'), { ORDER_DESK_FILE: file });
  engram = await openEngram({
    db: 'memory:',
    model: scriptedModel([{ requests: [{ tool: 'cancel_order', arguments: cancelling }] }, 'Cancelled.']),
    tools: toolSettings.parse({ mcpServers, checks }),
    templates: { synthesis: { by: 'rules' } },
    surroundings: { environment: {}, folder, home: folder },
  });
  return engram.agent('alice');
}

const sameItems: ToolCheckSettings = {
  tool: 'cancel_order',
  look: 'get_order',
  arguments: { id: '$.id' },
  equal: ['$.status', '$.items[*].variant'],
};

async function aTemplate(checks: readonly ToolCheckSettings[]) {
  const alice = await openDesk(checks);
  const solved = await alice.solve({ task: 'Cancel order W1001', inputs: { id: 'W1001' } });
  expect(solved).toMatchObject({ status: 'completed' });
  await alice.templates.save({ run: solved.runId, name: 'cancel', approve: true });
  restore();
  const { steps } = await alice.runs.show(solved.runId);
  const captured = steps.flatMap((step) => (step.kind === 'tool' ? [step.captured] : []));
  const replay = (inputs: JsonObject = {}) =>
    alice.templates.run({ id: 'cancel', inputs, asRecorded: true, mode: 'replay' }) as Promise<TemplateRun>;
  return { alice, captured, replay };
}

describe('TPL-12 the settings have checks for the tools of an MCP server', () => {
  it('which are captured when a model calls the tool, and compared before a replay does', async () => {
    const { alice, captured, replay } = await aTemplate([sameItems]);
    const found = { '$.status': ['pending'], '$.items[*].variant': ['lamp-white', 'chair-grey'] };
    expect(captured).toEqual([{ value: [{ look: 'get_order', found }] }]);
    expect((await alice.templates.show('cancel')).explained[0]?.check?.values).toEqual([
      JSON.stringify([{ look: 'get_order', found }]),
    ]);
    expect(await replay()).toMatchObject({ status: 'completed', modelCalls: 0 });
    expect(world().orders[0]?.status).toBe('cancelled');
  });

  it('and stop before the call when a place is not as it was', async () => {
    const { replay } = await aTemplate([sameItems]);
    change(({ orders }) => orders[0]?.items.pop());
    const before = world();
    const report = await replay();
    expect(report.divergence).toMatchObject({
      call: 1,
      tool: 'cancel_order',
      check: true,
      reason:
        'The check of "cancel_order" does not agree: $.items[*].variant of get_order was "lamp-white", "chair-grey" and is "lamp-white"',
    });
    // The script of the model is at its end, so nobody else went on either.
    expect(world()).toEqual(before);
  });

  it('and stop when the look fails, for it says nothing then', async () => {
    const { replay } = await aTemplate([sameItems]);
    change(({ orders }) => orders.shift());
    const before = world();
    expect((await replay()).divergence).toMatchObject({ check: true, found: 'nothing' });
    expect(world()).toEqual(before);
  });

  it.each<[string, Partial<ToolCheckSettings>, RegExp]>([
    ['is not known to only read', { look: 'set_address' }, /add "set_address" to tools\.readOnly/],
    ['is not there', { look: 'get_orders' }, /looks with "get_orders", which is not among the tools/],
  ])('are refused when the look %s', async (_, wrong, words) => {
    const alice = await openDesk([{ ...sameItems, ...wrong }]);
    const refused = await alice.solve({ task: 'Cancel order W1001' }).catch(asRefusal);
    expect(refused).toMatchObject({ code: 'config_invalid', details: { setting: 'tools.checks' } });
    expect(String(refused)).toMatch(words);
    expect(world().orders[0]?.status).toBe('pending');
  });

  it('of tools that are not there keep nobody from working', async () => {
    const alice = await openDesk([{ ...sameItems, tool: 'cancel_flight', look: 'get_flight' }]);
    expect(await alice.solve({ task: 'Cancel order W1001' })).toMatchObject({ status: 'completed' });
  });
});
