import type * as z from 'zod';
import { nameText } from '../text/text.ts';
import { agentUtilisationSchema } from './coordination.ts';
import { field } from './field.ts';
import { lazySchema, lazyStrictObject } from './lazy-schema.ts';
import { reportInput } from './learning-inputs.ts';
import { agentReportSchema } from './report.ts';

export const agentReportInput = lazyStrictObject(() => ({
  name: field(nameText.optional(), 'Only this agent', { argument: true }),
  days: reportInput.shape.days,
}));

/** How one agent does, and what it contributed to plans. */
export type ReportedAgent = z.infer<typeof reportedAgentSchema>;
export const reportedAgentSchema = lazySchema(() =>
  agentReportSchema.extend({
    /** Null when it took part in no plan. */
    plans: agentUtilisationSchema.nullable(),
  }),
);
