import type { ExplainedCall } from '../../records/explained-plan.ts';
import { describeSaid, type PersonSaid } from '../../records/person-said.ts';
import type { Template } from '../../records/template.ts';
import { explainArguments } from '../../templates/plan/explain-arguments.ts';
import { explainCheck } from './explain-check.ts';
import { explainableCalls, explainGuards } from './explain-guards.ts';

/**
 * A plan in words: for each call where its arguments come from, and what its answer must show.
 *
 * @example
 * explainPlan(template)[0]; // { call: 1, tool: 'get_order', arguments: […], guards: [{ place: '1:$.status', … }], … }
 */
export function explainPlan(
  template: Pick<Template, 'plan' | 'parameters' | 'task' | 'said'>,
): ExplainedCall[] {
  const isExplainable = explainableCalls(template);
  return template.plan.map((step, index) => {
    const saidAs =
      (what: PersonSaid['what']) =>
      <Explained extends { readonly place: string; readonly because: string }>(one: Explained): Explained => {
        const said = template.said.find(
          ({ what: kind, recordedStep, path }) =>
            kind === what && recordedStep === step.recordedStep && one.place === `${index + 1}:${path}`,
        );
        return said === undefined ? one : { ...one, because: describeSaid(said) };
      };
    return {
      call: index + 1,
      tool: step.tool,
      effect: step.effect,
      recordedStep: step.recordedStep,
      provenance: step.provenance,
      ...(step.loop !== undefined && { loop: step.loop }),
      arguments: explainArguments(step, index, template.parameters).map(saidAs('constant')),
      ...explainCheck(step),
      ...(isExplainable[index] === true
        ? { guards: explainGuards(template, index).map(saidAs('free')) }
        : { guards: [], guardsLeftOut: true as const }),
    };
  });
}
