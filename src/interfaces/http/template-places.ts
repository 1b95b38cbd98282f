import type { Place } from './place.ts';

/**
 * Where templates and session templates are found. Both have names of their users' choice, so that no question stands
 * where a name may stand: the best one and the figures are asked for elsewhere.
 */
export const templatePlaces: Readonly<Record<string, Place>> = {
  'template.save': {
    method: 'POST',
    path: '/api/templates',
    status: 201,
    example: { run: 'run_01', name: 'refund-order' },
  },
  'template.list': { method: 'GET', path: '/api/templates', example: { status: 'approved' } },
  'template.show': { method: 'GET', path: '/api/templates/{id}', example: { id: 'refund-order' } },
  'template.edit': {
    method: 'PATCH',
    path: '/api/templates/{id}',
    example: { id: 'refund-order', reexecuteModel: 'small-and-fast', reason: 'It is a simple task.' },
  },
  'template.delete': { method: 'DELETE', path: '/api/templates/{id}', example: { id: 'refund-order' } },
  'template.run': {
    method: 'POST',
    path: '/api/templates/{id}/run',
    example: { id: 'refund-order', mode: 'replay', inputs: { orderId: 43 }, dryRun: true },
  },
  'template.approve': {
    method: 'POST',
    path: '/api/templates/{id}/approve',
    example: { id: 'refund-order', reason: 'Read and tried.' },
  },
  'template.retire': {
    method: 'POST',
    path: '/api/templates/{id}/retire',
    example: { id: 'refund-order', reason: 'Refunds are done by the bank now.' },
  },
  'template.learn': {
    method: 'POST',
    path: '/api/templates/{id}/learn',
    example: { id: 'refund-order', run: 'run_02' },
  },
  'template.compare': {
    method: 'GET',
    path: '/api/templates/{id}/compare',
    example: { id: 'refund-order' },
  },
  'template.versions': {
    method: 'GET',
    path: '/api/templates/{id}/versions',
    example: { id: 'refund-order' },
  },
  'template.diff': {
    method: 'GET',
    path: '/api/templates/{id}/diff',
    example: { id: 'refund-order', from: 1, to: 2 },
  },
  'template.memory': {
    method: 'GET',
    path: '/api/templates/{template}/memory',
    example: { template: 'refund-order', agent: 'alice' },
  },
  'template.remember': {
    method: 'POST',
    path: '/api/templates/{template}/memory',
    example: {
      template: 'refund-order',
      agent: 'alice',
      memory: { strategies: ['Look the order up first'], pitfalls: ['Locked orders cannot be refunded'] },
      increment: true,
    },
  },
  'template.examples': {
    method: 'GET',
    path: '/api/templates/{template}/examples',
    example: { template: 'refund-order', limit: 5 },
  },
  'template.add-examples': {
    method: 'POST',
    path: '/api/templates/{template}/examples',
    example: {
      template: 'refund-order',
      examples: [{ agent: 'alice', tool: 'get_order', arguments: { id: 42 }, result: { status: 'open' } }],
    },
  },
  solve: {
    method: 'POST',
    path: '/api/solve',
    example: { task: 'Refund order 42', inputs: { orderId: 42 } },
  },

  'session-templates.create': {
    method: 'POST',
    path: '/api/session-templates',
    status: 201,
    example: { session: 'chat-1', name: 'fix-tests', tags: ['tests'] },
  },
  'session-templates.list': {
    method: 'GET',
    path: '/api/session-templates',
    example: { type: 'code', tags: ['tests'] },
  },
  'session-templates.show': {
    method: 'GET',
    path: '/api/session-templates/{name}',
    example: { name: 'fix-tests' },
  },
  'session-templates.delete': {
    method: 'DELETE',
    path: '/api/session-templates/{name}',
    example: { name: 'fix-tests' },
  },
  'session-templates.inject': {
    method: 'POST',
    path: '/api/session-templates/{name}/inject',
    example: { name: 'fix-tests', messages: [{ role: 'user', content: 'The tests fail.' }], run: 'run_01' },
  },
  'session-templates.experiment': {
    method: 'POST',
    path: '/api/session-templates/{name}/experiments',
    status: 201,
    example: { name: 'fix-tests', cold: ['run_01', 'run_02'], seeded: ['run_03', 'run_04'] },
  },
  'session-templates.best': {
    method: 'GET',
    path: '/api/learning/session-template',
    example: { type: 'code' },
  },
  'session-templates.stats': { method: 'GET', path: '/api/stats/session-templates', example: {} },
  'session-templates.experiments': {
    method: 'GET',
    path: '/api/session-experiments',
    example: { name: 'fix-tests' },
  },
  'session-templates.show-experiment': {
    method: 'GET',
    path: '/api/session-experiments/{id}',
    example: { id: 'les_01' },
  },
};
