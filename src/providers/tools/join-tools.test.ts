import { describe, expect, it } from 'vitest';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';
import type { ToolAnnotations } from '../../records/tool-effect.ts';
import { declaredTools } from './declared-tools.ts';
import { joinTools } from './join-tools.ts';

/** Tools that answer with the name of their owner. */
function toolsOf(owner: string, tools: Record<string, ToolAnnotations>, onClose = () => {}): ToolRuntime {
  return {
    has: (tool) => Object.hasOwn(tools, tool),
    names: () => Object.keys(tools),
    describe(tool) {
      const annotations = tools[tool];
      return annotations && { name: tool, description: owner, inputSchema: null, annotations };
    },
    call: async () => owner,
    close: async () => onClose(),
  };
}

describe('tools of several places as one (TPL-12)', () => {
  const functions = toolsOf('function', { add: {}, both: { readOnly: true } });
  const server = toolsOf('server', { both: { destructive: true }, remove: {} });

  it('calls the first that has a tool of that name, and shows it once', async () => {
    const tools = joinTools([functions, server]);
    expect(tools.names()).toEqual(['add', 'both', 'remove']);
    expect(await tools.call('both', {})).toBe('function');
    expect(tools.describe('both')).toMatchObject({
      description: 'function',
      annotations: { readOnly: true },
    });
    expect(await tools.call('remove', {})).toBe('server');
    expect(tools.describe('none')).toBeUndefined();
    await expect(tools.call('none', {})).rejects.toMatchObject({ code: 'tool_missing' });
  });

  it('closes all of them, also when one fails at it', async () => {
    let closed = 0;
    const failing = { ...server, close: () => Promise.reject(new TypeError('stuck')) };
    await joinTools([failing, functions, toolsOf('last', {}, () => (closed += 1))]).close();
    expect(closed).toBe(1);
  });
});

describe('what the settings say about tools', () => {
  const tools = toolsOf('server', {
    get_order: { readOnly: false, destructive: true },
    get_ticket: { readOnly: true },
    remove: { destructive: true },
  });
  const declared = declaredTools(tools, {
    readOnly: ['get_*'],
    writes: ['get_ticket', '*move'],
    idempotent: ['get_order'],
  });

  it('counts for more than what tools say about themselves', () => {
    expect(declared.describe('get_order')?.annotations).toEqual({
      readOnly: true,
      destructive: false,
      idempotent: true,
    });
    expect(declared.describe('remove')?.annotations).toEqual({ readOnly: false, destructive: true });
  });

  it('takes a tool that is said to read only and to write for one that writes', () => {
    expect(declared.describe('get_ticket')?.annotations).toEqual({ readOnly: false });
  });

  it('changes nothing else about them', async () => {
    expect(declared.names()).toEqual(tools.names());
    expect(declared.has('remove')).toBe(true);
    expect(await declared.call('remove', {})).toBe('server');
    expect(declared.describe('none')).toBeUndefined();
  });
});
