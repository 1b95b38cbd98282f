import { expect, it } from 'vitest';
import type { Viewer } from '../records/scope.ts';
import { refusal } from '../testing/refusal.ts';
import { rememberingViewers } from './viewers.ts';

const owner: Viewer = { user: 'ann', project: 'shop', agent: null };

it('gives the names of a viewer their proper form, the first time and again', () => {
  const parseViewer = rememberingViewers();
  for (let time = 0; time < 3; time += 1) {
    expect(parseViewer({ user: ' ann ', project: 'shop', agent: 'ali' })).toEqual({ ...owner, agent: 'ali' });
    expect(parseViewer(owner)).toEqual(owner);
  }
});

it.each([
  ['no agent at all, where the owner is known', { ...owner, agent: undefined }],
  ['a number for an agent', { ...owner, agent: 7 }],
  ['a list for a project', { ...owner, project: ['shop'] }],
  ['a name with a line break', { ...owner, user: 'ann\nshop' }],
])('refuses %s, whoever was let in before', (_what, viewer) => {
  const parseViewer = rememberingViewers();
  parseViewer(owner);
  parseViewer({ ...owner, agent: 'ali' });
  expect(refusal(() => parseViewer(viewer as Viewer)).code).toBe('invalid_input');
});

it('tells viewers apart whose names contain the same characters', () => {
  const parseViewer = rememberingViewers();
  const alike = [
    { user: 'a","b', project: 'c', agent: null },
    { user: 'a', project: 'b","c', agent: null },
    { user: 'a', project: 'b', agent: 'null' },
    { user: 'a', project: 'b', agent: null },
  ];
  for (const viewer of [...alike, ...alike]) expect(parseViewer(viewer)).toEqual(viewer);
});

it('still knows everybody after more viewers than it remembers', () => {
  const parseViewer = rememberingViewers();
  for (let index = 0; index < 1_000; index += 1)
    expect(parseViewer({ ...owner, agent: `agent-${index % 450}` }).agent).toBe(`agent-${index % 450}`);
});
