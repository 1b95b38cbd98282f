import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import { createParameterList } from './parameters.ts';
import { findTaskNumbers } from './task-numbers.ts';

const told = (description: string, inputs: JsonObject = {}) => ({ run: { task: { description }, inputs } });

describe('TPL-6 numbers of a task that nothing takes', () => {
  it('are parameters when runs had different ones', () => {
    const runs = [told('Pay what is below 300 in 2 rounds'), told('Pay what is below 500 in 2 rounds')];
    expect(findTaskNumbers(runs, createParameterList([{}, {}]))).toEqual([
      { name: 'below', source: 'task', example: 300, seen: [300, 500] },
    ]);
  });

  it('are known already when they are inputs, or were found in a call', () => {
    const inputs = [told('Pay up to 300', { limit: 300 }), told('Pay up to 500', { limit: 500 })];
    expect(findTaskNumbers(inputs, createParameterList([{ limit: 300 }, { limit: 500 }]))).toEqual([]);
    const list = createParameterList([{}, {}]);
    list.add({ name: 'amount', source: 'task', example: 300, seen: [300, 500] });
    expect(findTaskNumbers([told('Pay 300'), told('Pay 500')], list)).toEqual([]);
  });

  it('cannot be told apart where the tasks are worded otherwise', () => {
    const runs = [told('Pay what is below 300'), told('Pay 2 bills below 500')];
    expect(findTaskNumbers(runs, createParameterList([{}, {}]))).toEqual([]);
  });
});
