import type { Json } from '../../src/index.ts';
import type { AnswerForm } from './answer-forms.ts';
import type { Domain } from './domain.ts';
import type { Entity, World } from './world.ts';

/** The writes of a world, by what they are for. */
export const writeNames = [
  'changeSubject',
  'changeItem',
  'create',
  'appendToCreated',
  'removeSubject',
  'removeItem',
  'send',
  'toggle',
] as const;
export type WriteName = (typeof writeNames)[number];

interface WriteCall {
  readonly tool: WriteName;
  readonly values: Readonly<Record<string, Json>>;
}

interface Written {
  readonly meaning: Json;
  readonly answer: Json;
}

/** Changes the world. What is not there cannot be changed: it throws, and nothing has happened. */
export function makeWrite(
  domain: Domain,
  world: World,
  { tool, values }: WriteCall,
  form: AnswerForm,
): Written {
  const { id, ...others } = values;
  switch (tool) {
    case 'changeSubject': {
      const subject = id === undefined ? world.subjects[0] : world.subjects.find((one) => one['id'] === id);
      return change(subject, id, others, form);
    }
    case 'changeItem':
      return change(find(world.items, id), id, others, form);
    case 'create': {
      world.nextNumber += 1;
      const newId = domain.kinds.entry.idStyle(world.nextNumber);
      world.created.push({ id: newId, ...others });
      return { meaning: newId, answer: created(form, newId) };
    }
    case 'appendToCreated': {
      const record = find(world.created, id);
      if (record === undefined) throw notThere(id);
      const texts = (record['texts'] ?? []) as Json[];
      record['texts'] = [...texts, others];
      return done(form, id ?? null);
    }
    case 'removeSubject':
      return remove(world.subjects, id, form);
    case 'removeItem':
      return remove(world.items, id, form);
    case 'send':
      world.messages.push({ ...values });
      return done(form, values['to'] ?? null);
    case 'toggle': {
      world.isSwitchedOn = !world.isSwitchedOn;
      const [device] = world.subjects;
      if (domain.subjectBy === 'nothing' && device !== undefined) device['flag'] = !device['flag'];
      return done(form, null);
    }
  }
}

const find = (entities: readonly Entity[], id: Json | undefined): Entity | undefined =>
  entities.find((entity) => entity['id'] === id);

const notThere = (id: Json | undefined): Error => new Error(`Nothing has the id ${String(id)}`);

function change(
  entity: Entity | undefined,
  id: Json | undefined,
  values: Readonly<Record<string, Json>>,
  form: AnswerForm,
): Written {
  if (entity === undefined) throw notThere(id);
  Object.assign(entity, values);
  return done(form, id ?? null);
}

function remove(entities: Entity[], id: Json | undefined, form: AnswerForm): Written {
  const place = entities.findIndex((entity) => entity['id'] === id);
  if (place === -1) throw notThere(id);
  entities.splice(place, 1);
  return done(form, id ?? null);
}

function done(form: AnswerForm, id: Json): Written {
  const answers: readonly Json[] = [
    { ok: true },
    null,
    'Done.',
    id === null ? 'Done.' : `Done: ${String(id)}`,
    { [form.wrapper]: id },
    true,
  ];
  return { meaning: null, answer: answers[form.acknowledgement] ?? null };
}

function created(form: AnswerForm, id: Json): Json {
  switch (form.name) {
    case 'object':
    case 'map by id':
      return { [form.wrapper]: id };
    case 'wrapped':
      return { [form.wrapper]: { [form.volatileLabel]: id } };
    case 'list':
      return id;
    case 'JSON in a text':
      return JSON.stringify({ [form.wrapper]: id });
    default:
      return `Created ${String(id)}.`;
  }
}
