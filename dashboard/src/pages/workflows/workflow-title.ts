import type { Schema } from '../../api/types.ts';

type Named = Pick<Schema<'WorkflowShowAnswer'>, 'name' | 'requestKey' | 'output' | 'createdAt'>;

/** What a workflow is called: the key it was started with. Plans have ids as keys, so they are told by what they did. */
export function workflowTitle({ name, requestKey, output }: Named): string {
  if (name !== 'plan') return requestKey ?? name;
  const [first] = Object.values((output ?? {}) as Record<string, { readonly did?: unknown }>);
  return typeof first?.did === 'string' ? `Plan: ${first.did} …` : 'Plan';
}
