/** Time in milliseconds since 1970. `elapsed` never goes back and has fractions, for durations. */
export interface Clock {
  now(): number;
  elapsed(): number;
}

/** A number from 0 to just below 1. */
export type Random = () => number;

/** Makes unique ids that sort by time of making: `run_01J…`. */
export type Ids = (
  prefix: 'run' | 'step' | 'ses' | 'msg' | 'mem' | 'tpl' | 'tok' | 'les' | 'job' | 'wfl' | 'rec',
) => string;
