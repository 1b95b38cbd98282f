import type { PlanStep } from '../../records/plan.ts';
import type { Template } from '../../records/template.ts';
import { aTemplate } from '../builders.ts';
import { taskDetails } from './full-records.ts';

/** A call with a binding of every sort. */
const fullStep: PlanStep = {
  tool: 'refund',
  arguments: {
    from: 'object',
    members: {
      id: { from: 'result', step: 0, path: '$.id' },
      currency: { from: 'constant', value: 'EUR', because: 'task' },
      note: {
        from: 'text',
        parts: [
          { from: 'constant', value: 'for ' },
          { from: 'parameter', name: 'order' },
        ],
      },
      lines: { from: 'list', items: [{ from: 'constant', value: { deep: [null] } }] },
      item: {
        from: 'item',
        step: 0,
        path: '$.items[*]',
        value: '$.sku',
        selectors: [
          { where: [{ path: '$.size', equals: { from: 'constant', value: 'L' } }], take: 'only' },
          { where: [], take: 'least', by: '$.price' },
        ],
      },
      total: {
        from: 'arithmetic',
        operation: 'subtract',
        left: { from: 'sum', step: 0, path: '$.items[*].price', decimals: 2 },
        right: { from: 'number', of: { from: 'parameter', name: 'order' } },
        decimals: 2,
      },
      first: {
        from: 'case',
        of: { from: 'piece', of: { from: 'result', step: 0, path: '$.name' }, separator: ' ', index: -1 },
        to: 'lower',
      },
    },
  },
  observed: [
    {
      arguments: { id: 42 },
      result: { status: 'paid', lines: [null] },
      error: null,
      at: 1_700_000_000_000,
      isCut: false,
    },
    { arguments: {}, result: null, error: 'There is no order – größe.', at: 1_700_000_000_001, isCut: true },
  ],
  free: ['$.note'],
  holds: [{ path: '$.status', oneOf: ['paid', null, { deep: [1] }] }],
  effect: 'read',
  effectFrom: 'declared',
  subTask: 'sub-1',
  agent: 'alice',
  recordedStep: 'step_1',
  provenance: 'transcript',
};

/** A template with every field set to something other than its default, so that a field left out is noticed. */
export const aFullTemplate = (): Template =>
  aTemplate({
    slug: 'refund.order_42',
    version: 3,
    revision: 7,
    status: 'approved',
    statusReason: 'Three runs went well – größe.',
    statusAt: 1_700_000_000_001,
    approval: { by: 'ali', door: 'terminal', at: 1_700_000_000_001 },
    savedBy: { by: 'alice', door: 'mcp', at: 1_700_000_000_000 },
    task: { id: 'task-1', ...taskDetails },
    subTasks: [{ id: 'sub-1', index: 0, text: 'Find the order', agent: 'alice' }],
    agents: ['ali', 'alice'],
    parameters: [
      {
        name: 'order',
        source: 'picked',
        example: { id: 42 },
        seen: [{ id: 42 }, { id: 43 }],
        required: true,
        presentIn: {
          step: 0,
          path: '$.orders[*].id',
        },
        repeats: [{ step: 0, path: '$.id' }],
        unseen: true,
        note: 'The order to refund.',
      },
      {
        ...{ name: 'token', source: 'secret', example: null, seen: [] },
        ...{ required: false, presentIn: null, repeats: [], unseen: false, note: null },
      },
    ],
    plan: [fullStep],
    dropped: [{ tool: 'get_order', recordedStep: 'step_2', reason: 'repeated' }],
    examples: [{ agent: null, subTask: 'sub-1', tool: 'refund', arguments: { id: 42 }, result: [true] }],
    toolEffects: [{ tool: 'frobnicate', effect: 'read' }],
    planEdited: true,
    reexecuteModel: 'test-model',
    firstRun: {
      ...{ modelCalls: 5, toolCalls: 2, steps: 9, inputTokens: 1_200, outputTokens: 80 },
      wallTimeMs: 1_234.5,
    },
    updatedAt: 1_800_000_000_000,
    derivedFrom: [
      { kind: 'run', id: 'run_1' },
      { kind: 'memory', id: 'mem_1' },
    ],
  });
