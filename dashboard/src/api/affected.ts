/** Beginnings of paths whose answers change with an event of a type, by the first word of the type. */
const byNoun: Readonly<Record<string, readonly string[]>> = {
  task: ['/api/tasks'],
  run: [
    '/api/runs',
    '/api/stats',
    '/api/report',
    '/api/learning',
    '/api/patterns',
    '/api/failures',
    '/api/agents',
  ],
  step: ['/api/runs'],
  message: ['/api/sessions'],
  session: ['/api/sessions'],
  memory: ['/api/memories', '/api/stats', '/api/patterns', '/api/learning', '/api/agents'],
  memories: ['/api/memories'],
  lesson: ['/api/patterns', '/api/failures', '/api/checks', '/api/learning', '/api/templates'],
  template: ['/api/templates', '/api/stats'],
  token: ['/api/tokens'],
  workflow: ['/api/workflows', '/api/plans', '/api/stats'],
};

/** By the kind of record that `record-created` and its like name. Of kinds that are not here, everything is asked anew. */
const byKind: Readonly<Record<string, readonly string[]>> = {
  agent: ['/api/agents'],
  plan: ['/api/plans'],
  grant: ['/api/grants'],
  'session-template': ['/api/session-templates', '/api/stats'],
};

/** Beginnings of paths whose answers an event makes stale. */
export function affectedPaths(type: string, kind: string | undefined): readonly string[] {
  const [noun = ''] = type.split('-');
  return (noun === 'record' ? byKind[kind ?? ''] : byNoun[noun]) ?? ['/api/'];
}
