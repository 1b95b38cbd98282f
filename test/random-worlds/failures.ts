import type { Json } from '../../src/index.ts';

/** What a tool says when there is nothing. */
export type NothingForm = 'throws' | 'null' | 'error member' | 'sentence' | 'empty list';
export const nothingForms: readonly NothingForm[] = [
  'throws',
  'null',
  'error member',
  'sentence',
  'empty list',
];

export function answerNothing(form: NothingForm, noun: string, asked: Json): Json {
  switch (form) {
    case 'throws':
      throw new Error(`There is no ${noun} ${String(asked)}`);
    case 'null':
      return null;
    case 'error member':
      return { error: `no ${noun} ${String(asked)}` };
    case 'sentence':
      return `No ${noun} ${String(asked)}.`;
    case 'empty list':
      return [];
  }
}

/** What a tool says when it does not work. */
export type OutOfOrderForm = 'throws' | 'page' | 'state' | 'sentence';
export const outOfOrderForms: readonly OutOfOrderForm[] = ['throws', 'page', 'state', 'sentence'];

export function answerOutOfOrder(form: OutOfOrderForm): Json {
  switch (form) {
    case 'throws':
      throw new Error('connect ECONNREFUSED');
    case 'page':
      return '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';
    case 'state':
      return { status: 'failed', result: null };
    case 'sentence':
      return 'The service is not available right now. Try again later.';
  }
}
