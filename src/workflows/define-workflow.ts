import { EngramError } from '../errors.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { Flow, StepContext, StepOptions, WorkflowDefinition } from '../ports/workflow-definition.ts';
import { nameText } from '../text/text.ts';

/** One step of a list: it takes the state and answers the next. */
export interface WorkflowStep<State extends JsonObject = JsonObject> extends StepOptions {
  readonly name: string;
  readonly run: (state: State, step: StepContext) => State | Promise<State>;
}

/**
 * Defines a workflow: a function of durable steps, or a list of steps over a state. Give it another version when its steps change,
 * and keep the old definition registered until what it began has ended.
 *
 * @example
 * const release = defineWorkflow('release', '1', async (flow, { tag }: { tag: string }) => {
 *   const built = await flow.step('build', () => build(tag));
 *   return flow.step('publish', ({ idempotencyKey }) => publish(built, idempotencyKey));
 * });
 */
export function defineWorkflow<Input extends JsonObject, Output extends Json>(
  name: string,
  version: string,
  run: (flow: Flow, input: Input) => Promise<Output>,
): WorkflowDefinition<Input, Output>;
export function defineWorkflow<State extends JsonObject>(
  name: string,
  version: string,
  steps: ReadonlyArray<WorkflowStep<State>>,
): WorkflowDefinition<State, State>;
export function defineWorkflow(
  name: string,
  version: string,
  body: ((flow: Flow, input: JsonObject) => Promise<Json>) | readonly WorkflowStep[],
): WorkflowDefinition {
  for (const [field, text] of Object.entries({ name, version })) {
    if (!nameText.safeParse(text).success)
      throw invalid(`A workflow needs a ${field}: one line of text.`, field);
  }
  if (typeof body === 'function') return { name, version, run: body };
  const names = body.map((step) => step.name);
  const twice = names.find((candidate, index) => names.indexOf(candidate) !== index);
  if (twice !== undefined) throw invalid(`Two steps of "${name}" are called "${twice}".`, 'steps');
  return {
    name,
    version,
    async run(flow, input) {
      let state = input;
      for (const { name: key, run, ...options } of body) {
        const before = state;
        state = await flow.step(key, (step) => run(before, step), options);
      }
      return state;
    },
  };
}

function invalid(message: string, field: string): EngramError {
  return new EngramError('invalid_input', message, { details: { fields: [field] } });
}
