import type { Schema } from '../../api/types.ts';

type Named = Pick<Schema<'WorkflowShowAnswer'>, 'name' | 'requestKey' | 'output' | 'createdAt'>;

/** What a workflow is called: the key it was started with. A plan has an id as its key, so its first sub-task names it. */
export function workflowTitle({ name, requestKey, output }: Named): string {
  if (name !== 'plan') return requestKey ?? name;
  const [first] = Object.values((output ?? {}) as Record<string, { readonly did?: unknown }>);
  return typeof first?.did === 'string' ? `Plan: ${first.did} …` : 'Plan';
}
