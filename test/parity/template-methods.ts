import type { View } from '../../src/index.ts';

/** What a program calls for each operation. */
export type Methods = Record<string, (input: never) => Promise<unknown>>;

/** Where the library answers a list, the other doors answer an object with its items. */
export const items = async (list: Promise<unknown>): Promise<unknown> => ({ items: await list });

/** Templates and session templates, called as a program would. */
export function templateMethodsOf({ templates, sessionTemplates, solve }: View): Methods {
  return {
    'template.save': async (input) => {
      const template = await templates.save(input);
      return { templateId: template.id, ...template };
    },
    'template.list': (input) => templates.list(input),
    'template.show': ({ id }) => templates.show(id),
    'template.run': (input) => templates.run(input, {}),
    'template.approve': (input) => templates.approve(input),
    'template.retire': (input) => templates.retire(input),
    'template.learn': (input) => templates.learn(input),
    'template.edit': (input) => templates.edit(input),
    'template.compare': ({ id }) => templates.compare(id),
    'template.versions': ({ id }) => items(templates.versions(id) as Promise<unknown>),
    'template.diff': (input) => templates.diff(input),
    'template.delete': ({ id }) => templates.delete(id),
    'template.memory': (input) => items(templates.memory.list(input) as Promise<unknown>),
    'template.remember': (input) => templates.memory.keep(input),
    'template.examples': (input) => items(templates.examples.list(input) as Promise<unknown>),
    'template.add-examples': (input) => templates.examples.add(input),
    solve: (input) => solve(input, {}),
    'session-templates.create': (input) => sessionTemplates.create(input),
    'session-templates.list': (input) => items(sessionTemplates.list(input) as Promise<unknown>),
    'session-templates.show': ({ name }) => sessionTemplates.show(name),
    'session-templates.best': async (input) => ({ template: await sessionTemplates.best(input) }),
    'session-templates.delete': ({ name }) => sessionTemplates.delete(name),
    'session-templates.stats': () => sessionTemplates.stats(),
    'session-templates.inject': (input) => sessionTemplates.inject(input),
    'session-templates.experiment': (input) => sessionTemplates.experiment(input),
    'session-templates.experiments': (input) =>
      items(sessionTemplates.experiments(input) as Promise<unknown>),
    'session-templates.show-experiment': ({ id }) => sessionTemplates.showExperiment(id),
  };
}
