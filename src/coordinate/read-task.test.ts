import { describe, expect, it } from 'vitest';
import { readTask } from './read-task.ts';

const known = { agents: ['ada', 'bob'], categories: ['backend', 'frontend'] };
const read = (description: string) =>
  readTask(description, known).map(({ id, text, needs, category, agent }) => ({
    id,
    text,
    needs,
    ...(category === null ? {} : { category }),
    ...(agent === null ? {} : { agent }),
  }));
const needsIn = (description: string) =>
  Object.fromEntries(readTask(description, known).map(({ id, needs }) => [id, needs]));

describe('a task is broken down by what its text says (COO-3)', () => {
  it('numbered items follow each other', () => {
    expect(read('Ship it:\n1. Build\n2. Test\n3) Release')).toEqual([
      { id: '1', text: 'Build', needs: [] },
      { id: '2', text: 'Test', needs: ['1'] },
      { id: '3', text: 'Release', needs: ['2'] },
    ]);
  });

  it('bullets and check boxes do not wait for each other', () => {
    expect(needsIn('- Build\n- Test\n- [ ] Lint')).toEqual({ 1: [], 2: [], 3: [] });
  });

  it('what is ticked off is done, and nothing waits for it', () => {
    expect(needsIn('- [x] Build\n- [ ] Test (after 1)\n- [X] Lint\n- [ ] Ship (after 2)')).toEqual({
      2: [],
      4: ['2'],
    });
  });

  it('"(after 1, 2)" names what an item needs, instead of the one before it', () => {
    const task =
      '1. Design\n2. Build (needs 1)\n3. Page [after: 1]\n4. Test (depends on 2 and 3)\n5. Ship (after step 4)';
    expect(needsIn(task)).toEqual({ 1: [], 2: ['1'], 3: ['1'], 4: ['2', '3'], 5: ['4'] });
    expect(readTask(task, known).map(({ text }) => text)).toEqual([
      'Design',
      'Build',
      'Page',
      'Test',
      'Ship',
    ]);
  });

  it('a need that names no item stays part of the text and is no dependency', () => {
    expect(read('- Clean up after lunch\n- Test (after release)')).toEqual([
      { id: '1', text: 'Clean up after lunch', needs: [] },
      { id: '2', text: 'Test (after release)', needs: [] },
    ]);
  });

  it('items under an item are done instead of it, and before what follows it', () => {
    expect(
      needsIn('1. Backend\n   - Schema\n   - API\n2. Frontend\n   1. Page\n   2. Style\n3. Release'),
    ).toEqual({
      1: [],
      2: [],
      3: ['1', '2'],
      4: ['3'],
      5: ['3', '4'],
    });
  });

  it('"[backend]" is a category, "frontend:" one that the project knows, and "@ada" an agent that it knows', () => {
    expect(read('- [backend] Build @ada\n- Frontend: Style it\n- Note: call @eve')).toEqual([
      { id: '1', text: 'Build', needs: [], category: 'backend', agent: 'ada' },
      { id: '2', text: 'Style it', needs: [], category: 'frontend' },
      { id: '3', text: 'Note: call @eve', needs: [] },
    ]);
  });

  it('a line that goes on belongs to its item', () => {
    expect(read('- Build the page\n  with tests\n- Ship')[0]?.text).toBe('Build the page with tests');
  });

  it('"then" separates what is done one after the other', () => {
    expect(read('First build the API, then write the page, and then test both. Finally release it')).toEqual([
      { id: '1', text: 'build the API', needs: [] },
      { id: '2', text: 'write the page', needs: ['1'] },
      { id: '3', text: 'test both', needs: ['2'] },
      { id: '4', text: 'release it', needs: ['3'] },
    ]);
  });

  it.each([
    'Fix the login timeout',
    'If the build fails, then look at the log',
    'Compare version 1.2 with version 2. It should be faster.',
    'Authenticate users with a token and store it',
    '1. Only one item',
  ])('does not split what is one piece of work: %s', (description) => {
    expect(readTask(description, known)).toHaveLength(1);
  });

  it('keeps every text, in order, whatever it is', () => {
    for (const text of [
      '-',
      '1.',
      '- \n- ',
      '((((',
      '[after 1]\n[after 2]',
      '- (after 1)\n- (after 1)',
      '',
    ]) {
      for (const { id, text: what } of readTask(text, known)) {
        expect(id).not.toBe('');
        expect(typeof what).toBe('string');
      }
    }
  });

  it('"(after 1)" names bullets by their numbers', () => {
    expect(read('* Build\n* Test (after 1)')[1]).toMatchObject({ text: 'Test', needs: ['1'] });
  });

  it('brackets that name no item stay in the text', () => {
    expect(read('1. Build (needs review)\n2. Test (after 9)\n3. Ship (after 3)')).toMatchObject([
      { text: 'Build (needs review)', needs: [] },
      { text: 'Test (after 9)', needs: ['1'] },
      { text: 'Ship (after 3)', needs: ['2'] },
    ]);
  });

  it('a link in front is no category', () => {
    const [first] = readTask('- [guide](https://example.org) Read it\n- Do it', known);
    expect(first).toMatchObject({ category: null, text: '[guide](https://example.org) Read it' });
  });

  it('a list in a block of code is no list of work', () => {
    expect(readTask('Explain this:\n```\n1. one\n2. two\n```', known)).toHaveLength(1);
    expect(read('- Run\n```sh\n- rm x\n```\n- Test').map(({ text }) => text)).toEqual([
      'Run ```sh - rm x ```',
      'Test',
    ]);
  });

  it('more items than a plan can have are refused at once', () => {
    expect(() => readTask('- a\n'.repeat(100_000), known)).toThrow('at most 200 sub-tasks');
  });

  it.each(['a#b', '- a (after#b\n- c'])('reads a long run of spaces in no time: %s', (text) => {
    // With the square of the time it would be minutes.
    expect(readTask(text.replace('#', ' '.repeat(300_000)), known)).not.toEqual([]);
  });
});
