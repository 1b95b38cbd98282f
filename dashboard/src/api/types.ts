import type { components } from './schema.d.ts';

type Schemas = components['schemas'];

/** Records by the names that the OpenAPI document gives them: `Schema<'Memory'>`. */
export type Schema<Name extends keyof Schemas> = Schemas[Name];

export type Memory = Schema<'Memory'>;
export type Step = Schema<'Step'>;
export type Message = Schema<'Message'>;
export type Task = Schema<'Task'>;
export type MemoryKind = Memory['kind'];
