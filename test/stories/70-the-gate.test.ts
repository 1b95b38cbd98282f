import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/index.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { learningFor } from '../../src/templates/gate.ts';
import { aTemplate } from '../../src/testing/index.ts';
import { openForTest } from './open-for-test.ts';

/** What an agent knows of a template's work is kept as lessons of these kinds. */
const templateLessons: readonly string[] = ['agent-memory', 'example'];

/** A store that notes every touch of a template, and of what agents know about one. */
function watchedStore(): { store: Store; touches: string[] } {
  const inner = createReferenceStore();
  const touches: string[] = [];
  return {
    touches,
    store: {
      ...inner,
      async commit(commands) {
        for (const command of commands) {
          if (command.type.includes('template')) touches.push(command.type);
          if (command.type === 'save-lesson' && templateLessons.includes(command.lesson.kind))
            touches.push(`save ${command.lesson.kind}`);
        }
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
      findLessons: (viewer, kind, names) => {
        if (templateLessons.includes(kind)) touches.push(`find ${kind}`);
        return inner.findLessons(viewer, kind, names);
      },
      listLessons: (viewer, kind, page) => {
        if (templateLessons.includes(kind)) touches.push(`list ${kind}`);
        return inner.listLessons(viewer, kind, page);
      },
    },
  };
}

/** A template in a store that notes every touch from now on. */
async function savedTemplate() {
  const { store, touches } = watchedStore();
  const template = aTemplate();
  await store.commit([{ type: 'save-template', template }]);
  const viewer = template.scope;
  const context = (await openForTest({ store })).contextFor(viewer);
  touches.length = 0;
  return { context, viewer, template, touches };
}

describe('TPL-4 the gate', () => {
  it('gives a normal run nothing, and does not even look', async () => {
    const { context, viewer, touches } = await savedTemplate();
    expect(await learningFor(context, viewer, { kind: 'normal' })).toBeNull();
    expect(touches).toEqual([]);
  });

  it('gives a template run its template', async () => {
    const { context, viewer, template, touches } = await savedTemplate();
    const mode = { kind: 'template', style: 'replay', templateId: template.id } as const;
    expect(await learningFor(context, viewer, mode)).toEqual({ template, style: 'replay' });
    expect(touches).toEqual(['findTemplates']);
  });

  it('does not read again what was read just before', async () => {
    const { context, viewer, template, touches } = await savedTemplate();
    const mode = { kind: 'template', style: 'replay', templateId: template.id } as const;
    expect(await learningFor(context, viewer, mode, template)).toEqual({ template, style: 'replay' });
    expect(touches).toEqual([]);
  });

  it('gives an adaptive run what its agent knows, and examples', async () => {
    const { context, viewer, template, touches } = await savedTemplate();
    const mode = { kind: 'template', style: 'adaptive', templateId: template.id } as const;
    const learning = await learningFor(context, viewer, mode);
    expect(learning).toMatchObject({ style: 'adaptive', template, memories: [] });
    expect(touches).toEqual(expect.arrayContaining(['findTemplates', 'find agent-memory']));
  });

  it('a normal run loads and changes no template, whatever it does, and is still logged', async () => {
    const { store, touches } = watchedStore();
    const alice = (await openForTest({ store })).agent('alice');
    const teach = await alice.startRun({ description: 'Refund order 42' });
    await teach.call('refund', { id: 42 }, () => 'ok');
    await teach.finish({ outcome: 'success' });
    await alice.templates.save({ run: teach.id, name: 'refund' });
    await alice.templates.approve({ id: 'refund' });
    const before = await alice.templates.show('refund');
    const memory = await alice.templates.memory.list({ template: 'refund' });
    expect(memory).toHaveLength(1);
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
    expect(await alice.templates.memory.list({ template: 'refund' })).toEqual(memory);
    expect((await alice.runs.show(run.id)).totals.steps).toBe(3);
  });
});
