import type { Binding } from '../../records/plan.ts';
import type { Moment } from './candidate.ts';
import { composed } from './compose.ts';
import type { ValuesKnown } from './sources.ts';

/**
 * A text that was answered before, with one line changed, or with something added at its end. Line and replacement must
 * be put together of known values: otherwise nobody can tell which line it is in another text.
 */
export function edited(value: string, known: ValuesKnown, moment: Moment): Binding | undefined {
  const explained = (text: string): Binding => {
    const whole = known.sources.find((source) => source.value === text);
    return whole?.binding ?? composed(text, known, moment) ?? { from: 'constant', value: text };
  };
  for (const { text, binding } of known.texts) {
    if (value.startsWith(text) && value.length > text.length)
      return { from: 'edited', of: binding, line: null, to: explained(value.slice(text.length)) };
    const [before, after] = [text.split('\n'), value.split('\n')];
    if (before.length !== after.length) continue;
    const [at, ...more] = before.flatMap((line, index) => (line === after[index] ? [] : [index]));
    const [line, to] = at === undefined ? [] : [before[at], after[at]];
    if (more.length > 0 || line === undefined || to === undefined) continue;
    if (before.indexOf(line) !== before.lastIndexOf(line)) continue;
    return { from: 'edited', of: binding, line: explained(line), to: explained(to) };
  }
  return undefined;
}
