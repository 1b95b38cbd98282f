import { describe, expect, it } from 'vitest';
import { prometheusText } from './prometheus.ts';

describe('the text that Prometheus reads', () => {
  it('has help, type and one line for each sample', () => {
    const samples = [{ value: 3 }, { labels: { operation: 'memory.list', status: '200' }, value: 0.25 }];
    expect(prometheusText([{ name: 'requests', help: 'Requests.', type: 'counter', samples }])).toBe(
      '# HELP requests Requests.\n# TYPE requests counter\nrequests 3\nrequests{operation="memory.list",status="200"} 0.25\n',
    );
  });

  it('escapes backslashes, quotes and line breaks in labels, and no quotes in help', () => {
    const samples = [{ labels: { version: 'a\\b"c\nd' }, value: 1 }];
    expect(prometheusText([{ name: 'build', help: 'A "b" \\ c\nd', type: 'gauge', samples }])).toBe(
      '# HELP build A "b" \\\\ c\\nd\n# TYPE build gauge\nbuild{version="a\\\\b\\"c\\nd"} 1\n',
    );
  });

  it('writes what is no finite number as Prometheus spells it', () => {
    const samples = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN].map((value) => ({
      value,
    }));
    expect(prometheusText([{ name: 'odd', help: '', type: 'gauge', samples }])).toMatch(
      /odd \+Inf\nodd -Inf\nodd NaN\n$/,
    );
  });
});
