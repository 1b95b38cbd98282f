import { type Step, step } from './step.ts';

const description = '1. [backend] Build the API\n2. Build the page\n3. Test both (after 1, 2)';

/** Matching and plans, as interfaces see them where no model is configured. */
export const planStory: readonly Step[] = [
  step('agent.match', { description: 'Fix the login timeout', category: 'auth' }),
  step('agent.register', { name: 'alice', specialisations: ['backend'], model: 'small' }),
  step('agent.match', { description: 'Fix the login timeout', category: 'backend', tokens: 300 }),
  step('agent.match', { description: 'Fix it', agents: ['nobody'] }, { refused: 'not_found' }),
  step('agent.match', {}, { refused: 'invalid_input' }),
  step('agent.report', { name: 'alice', days: 30 }),
  step('agent.report', { name: 'nobody' }, { refused: 'not_found' }),
  step('agent.delete', { name: 'alice' }),
  step('plan.list'),
  step('plan.create', { name: 'checkout', description }),
  step('plan.create', { name: 'checkout', description }, { refused: 'conflict' }),
  step('plan.create', {
    description: 'By hand',
    subTasks: [
      { id: 'a', text: 'First' },
      { text: 'Second', needs: ['a'] },
    ],
  }),
  step(
    'plan.create',
    {
      description: 'A circle',
      subTasks: [
        { id: 'a', text: 'First', needs: ['b'] },
        { id: 'b', text: 'Second', needs: ['a'] },
      ],
    },
    { refused: 'invalid_input' },
  ),
  step('plan.create', { description: 'By a model', by: 'model' }, { refused: 'unsupported' }),
  step('plan.show', { name: 'checkout' }),
  step('plan.show', { name: 'none' }, { refused: 'not_found' }),
  step('plan.list', { limit: 1 }),
  step('plan.run', { name: 'checkout' }, { refused: 'unsupported' }),
  step('plan.delete', { name: 'checkout' }),
  step('plan.delete', { name: 'checkout' }, { refused: 'not_found' }),
  step('task.run-pending', {}, { refused: 'unsupported' }),
];
