import type { Json } from '../../src/index.ts';
import type { AnswerForm } from './answer-forms.ts';
import type { Kind } from './domain.ts';
import type { Volatile } from './volatile.ts';
import { capitalised } from './words.ts';
import type { Entity } from './world.ts';

/**
 * A text made by a program, with a word in it that says how things are: as prose, as a line, as a cell of a table, as an
 * entry of a log. Without that word, the sentence or line about it is missing.
 */
export function answerReport(form: AnswerForm, kind: Kind, subject: Entity, volatile: Volatile): Json {
  const { noun, labels } = kind;
  const id = String(subject['id']);
  const signal = subject['signal'] ?? null;
  const level = String(subject['level']);
  const date = String(subject['date']);
  const label = labels['signal'] ?? '';
  switch (form.name) {
    case 'object':
    case 'prose': {
      const about = signal === null ? '' : ` ${capitalised(label)} is ${String(signal)} right now.`;
      return `${capitalised(noun)} ${id} was seen on ${date}.${about} The ${labels['level']} stands at ${level}.`;
    }
    case 'list':
    case 'table': {
      const row = signal === null ? [] : [`${label} | ${String(signal)}`];
      return [`${noun} | ${id}`, `${labels['level']} | ${level}`, ...row, `${labels['date']} | ${date}`].join(
        '\n',
      );
    }
    case 'log':
    case 'map by id': {
      const entry = signal === null ? [] : [`${date}T09:15:00Z ${noun} ${id} ${String(signal)} ${label}`];
      return [
        `${date}T09:14:02Z ${noun} ${id} ${labels['date']}`,
        ...entry,
        `${date}T09:15:31Z ${noun} ${id} ${labels['level']}=${level}`,
      ].join('\n');
    }
    default: {
      const line = signal === null ? [] : [`${label}: ${String(signal)}`];
      const lines = [`${noun}: ${id}`, ...line, `${labels['level']}: ${level}`, `${labels['date']}: ${date}`];
      return [...lines, ...(form.volatile === null ? [] : [`(${volatile.milliseconds()} ms)`])].join('\n');
    }
  }
}
