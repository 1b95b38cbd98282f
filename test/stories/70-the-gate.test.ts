import { describe, expect, it } from 'vitest';
import { learningFor } from '../../src/apply/gate.ts';
import type { Store } from '../../src/index.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { aTemplate } from '../../src/testing/index.ts';
import { openForTest } from './open-for-test.ts';

/** A store that notes every touch of a template. */
function watchedStore(): { store: Store; touches: string[] } {
  const inner = createReferenceStore();
  const touches: string[] = [];
  return {
    touches,
    store: {
      ...inner,
      async commit(commands) {
        for (const command of commands) if (command.type.includes('template')) touches.push(command.type);
        return inner.commit(commands);
      },
      findTemplates: (viewer, id) => {
        touches.push('findTemplates');
        return inner.findTemplates(viewer, id);
      },
      listTemplates: (viewer, page) => {
        touches.push('listTemplates');
        return inner.listTemplates(viewer, page);
      },
    },
  };
}

describe('TPL-4 the gate', () => {
  it('gives a normal run nothing, and does not even look', async () => {
    let looked = false;
    const learning = await learningFor({ kind: 'normal' }, async () => {
      looked = true;
      return aTemplate();
    });
    expect(learning).toBeNull();
    expect(looked).toBe(false);
  });

  it('gives a template run its template', async () => {
    const template = aTemplate();
    const learning = await learningFor(
      { kind: 'template', style: 'replay', templateId: template.id },
      async () => template,
    );
    expect(learning).toEqual({ template, style: 'replay' });
  });

  it('a normal run loads and changes no template, whatever it does, and is still logged', async () => {
    const { store, touches } = watchedStore();
    const alice = (await openForTest({ store })).agent('alice');
    const teach = await alice.startRun({ description: 'Refund order 42' });
    await teach.call('refund', { id: 42 }, () => 'ok');
    await teach.finish({ outcome: 'success' });
    const before = await alice.templates.save({ run: teach.id, name: 'refund' });
    touches.length = 0;

    const run = await alice.startRun({ description: 'Refund order 42' });
    await run.model({ model: 'small' });
    await run.call('refund', { id: 42 }, () => 'ok');
    await run.call('refund', { id: 42 }, () => Promise.reject(new Error('no'))).catch(() => {});
    await run.finish({ outcome: 'success' });
    const outside = await alice.runs.start({ description: 'Refund order 42' });
    await alice.runs.step({ run: outside.id, tool: 'refund', arguments: { id: 42 }, result: 'ok' });
    await alice.runs.finish({ id: outside.id, outcome: 'success' });
    await alice.session('s').append({ role: 'user', content: 'refund' });

    expect(touches).toEqual([]);
    expect(await alice.templates.show('refund')).toEqual(before);
    expect((await alice.runs.show(run.id)).totals.steps).toBe(3);
  });
});
