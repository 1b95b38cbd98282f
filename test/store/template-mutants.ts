import type { Command, Store } from '../../src/ports/store.ts';
import type { Lesson } from '../../src/records/lesson.ts';
import type { Memory } from '../../src/records/memory.ts';
import type { Source } from '../../src/records/record.ts';
import type { Scope } from '../../src/records/scope.ts';
import type { Template } from '../../src/records/template.ts';
import { everyone } from './faults.ts';
import { changing, commanding, forgetting, forgiving, type Mutant, replacing } from './mutant.ts';

/** Calls `change` with the template that was last written under an id. */
const knowingTemplates =
  (
    change: (command: Command, writtenAs: (id: string) => Template | undefined) => readonly Command[],
  ): Mutant['breakStore'] =>
  (sound) => {
    const written = new Map<string, Template>();
    return commanding((command) => {
      const changed = change(command, (id) => written.get(id));
      const isNew = command.type === 'save-template' && !written.has(command.template.id);
      if (isNew || command.type === 'revise-template') written.set(command.template.id, command.template);
      return changed;
    })(sound);
  };

/** A store that changes templates before it revises them, knowing what they were. */
const revising = (
  change: (template: Template, before: Template | undefined) => Partial<Template>,
): Mutant['breakStore'] =>
  knowingTemplates((command, writtenAs) => {
    if (command.type !== 'revise-template') return [command];
    const { template } = command;
    return [{ ...command, template: { ...template, ...change(template, writtenAs(template.id)) } }];
  });

/** A store that lists other versions than it has, knowing the commands that were committed. */
const listing = (
  change: (versions: readonly Template[], id: string, committed: readonly Command[]) => readonly Template[],
): Mutant['breakStore'] =>
  replacing((sound) => {
    const committed: Command[] = [];
    const commit: Store['commit'] = async (commands) => {
      const answer = await sound.commit(commands);
      committed.push(...commands);
      return answer;
    };
    const listTemplateVersions: Store['listTemplateVersions'] = async (viewer, id) => {
      const [template] = await sound.findTemplates(viewer, id);
      const versions = await sound.listTemplateVersions(viewer, id);
      return template === undefined ? versions : change(versions, id, committed);
    };
    return { commit, listTemplateVersions };
  });

/** Everything that was ever written of a template. */
function writtenOf(
  id: string,
  committed: readonly Command[],
  types: ReadonlyArray<Command['type']>,
): Template[] {
  return committed.flatMap((command) =>
    'template' in command && command.template.id === id && types.includes(command.type)
      ? [command.template]
      : [],
  );
}

/** Looks for templates to change among those of every agent. */
const ignoringOwner = (type: 'revise-template' | 'delete-template'): Mutant['breakStore'] =>
  replacing((sound) => {
    const owners = new Map<string, Scope>();
    return {
      async commit(commands) {
        const changed = commands.map((command): Command => {
          if (command.type !== type) return command;
          const id = 'template' in command ? command.template.id : command.id;
          return { ...command, owner: owners.get(id) ?? command.owner };
        });
        const committed = await sound.commit(changed);
        for (const command of commands) {
          if (command.type === 'save-template') owners.set(command.template.id, command.template.scope);
        }
        return committed;
      },
    };
  });

type Derived = { readonly derivedFrom: readonly Source[]; readonly scope: Scope };

/** A store that notes other sources of lessons and memories than it is given. */
const deriving = (
  change: (source: Source, record: Derived) => readonly Source[],
  types: ReadonlyArray<Command['type']> = ['save-lesson', 'record-memory'],
): Mutant['breakStore'] =>
  commanding((command) => {
    const changed = <Any extends Lesson | Memory>(record: Any): Any => ({
      ...record,
      derivedFrom: record.derivedFrom.flatMap((source) => [...change(source, record)]),
    });
    if (!types.includes(command.type)) return [command];
    if (command.type === 'save-lesson') return [{ ...command, lesson: changed(command.lesson) }];
    if (command.type === 'record-memory') return [{ ...command, memory: changed(command.memory) }];
    return [command];
  });

const exceptTemplates = (source: Source): readonly Source[] => (source.kind === 'template' ? [] : [source]);

/** Ways to get the commands about templates that are there wrong. */
export const templateCommandMutants: Readonly<
  Record<'revise-template' | 'keep-template-version' | 'delete-template', readonly Mutant[]>
> = {
  'revise-template': [
    {
      fault: 'forgets a changed template',
      caughtBy: 'templates are deleted',
      breakStore: forgetting('revise-template'),
    },
    {
      fault: 'takes a refused change of a template for done',
      caughtBy: 'templates are changed, and their versions kept',
      breakStore: forgiving('revise-template'),
    },
    {
      fault: 'changes the template of another owner',
      caughtBy: 'a commit takes effect as a whole, or is refused',
      breakStore: ignoringOwner('revise-template'),
    },
    {
      fault: 'keeps no version of a changed template',
      caughtBy: 'templates are deleted',
      breakStore: changing('revise-template', ({ owner, template }) => [
        { type: 'delete-template', owner, id: template.id },
        { type: 'save-template', template },
      ]),
    },
    {
      fault: 'keeps a version of every change',
      caughtBy: 'templates are deleted',
      breakStore: listing((_versions, id, committed) =>
        writtenOf(id, committed, ['save-template', 'revise-template']).slice(0, -1).toReversed(),
      ),
    },
    {
      fault: 'writes over what was changed meanwhile',
      caughtBy: 'templates are changed, and their versions kept',
      breakStore: revising((_template, before) =>
        before === undefined ? {} : { revision: before.revision + 1 },
      ),
    },
    {
      fault: 'takes every change for the first',
      caughtBy: 'templates are changed, and their versions kept',
      breakStore: revising(() => ({ revision: 1 })),
    },
    {
      fault: 'lets a template go back to a lower version',
      caughtBy: 'a commit takes effect as a whole, or is refused',
      breakStore: revising(({ version }, before) => ({ version: Math.max(version, before?.version ?? 0) })),
    },
    {
      fault: 'leaves a template its old slug',
      caughtBy: 'templates are changed, and their versions kept',
      breakStore: revising(({ slug }, before) => ({ slug: before?.slug ?? slug })),
    },
    {
      fault: 'gives a template another name when the one it is to have is taken',
      caughtBy: 'templates are changed, and their versions kept',
      breakStore: replacing((sound) => ({
        commit: (commands) =>
          sound.commit(commands).catch((error: Error) => {
            const renamed = commands.map(
              (command): Command =>
                command.type === 'revise-template'
                  ? { ...command, template: { ...command.template, slug: `${command.template.slug}-2` } }
                  : command,
            );
            return sound.commit(renamed).catch(() => Promise.reject(error));
          }),
      })),
    },
    {
      fault: 'makes a changed template a new one',
      caughtBy: 'templates are deleted',
      breakStore: replacing((sound) => {
        const moments = new Map<string, number>();
        return {
          async commit(commands) {
            const committed = await sound.commit(commands);
            for (const command of commands) {
              if (command.type !== 'revise-template') continue;
              moments.set(command.template.id, command.template.createdAt);
            }
            return committed;
          },
          findTemplates: async (viewer, name) =>
            (await sound.findTemplates(viewer, name)).map((template) => ({
              ...template,
              createdAt: moments.get(template.id) ?? template.createdAt,
            })),
        };
      }),
    },
    {
      fault: 'refuses every change of a template with the same words',
      caughtBy: 'templates are changed, and their versions kept',
      breakStore: replacing((sound) => ({
        commit: (commands) =>
          sound.commit(commands).catch((error: Error) => {
            if (commands.some(({ type }) => type === 'revise-template'))
              error.message = 'It cannot be changed.';
            throw error;
          }),
      })),
    },
  ],
  'keep-template-version': [
    {
      fault: 'forgets a version that is to be kept',
      caughtBy: 'templates are changed, and their versions kept',
      breakStore: forgetting('keep-template-version'),
    },
    {
      fault: 'writes over a version that is there',
      caughtBy: 'templates are changed, and their versions kept',
      breakStore: listing((versions, id, committed) => {
        const given = writtenOf(id, committed, ['keep-template-version']);
        return versions.map((each) => given.findLast(({ version }) => version === each.version) ?? each);
      }),
    },
    {
      fault: 'keeps versions that the template has not come to',
      caughtBy: 'templates are changed, and their versions kept',
      breakStore: listing((versions, id, committed) => {
        const given = writtenOf(id, committed, ['keep-template-version']);
        const known = new Set(versions.map(({ version }) => version));
        const ahead = given.filter(({ version, scope }) => !known.has(version) && scope.agent === 'ali');
        return [...versions, ...ahead].toSorted((left, right) => right.version - left.version);
      }),
    },
    {
      fault: 'takes the version of another owner',
      caughtBy: 'viewers see what is theirs',
      breakStore: changing('keep-template-version', (command) => [
        { ...command, template: { ...command.template, scope: { ...command.template.scope, agent: 'ali' } } },
      ]),
    },
    {
      fault: 'loses the name that a version had',
      caughtBy: 'templates are changed, and their versions kept',
      breakStore: knowingTemplates((command, writtenAs) => {
        if (command.type !== 'keep-template-version') return [command];
        const { template } = command;
        return [{ ...command, template: { ...template, slug: writtenAs(template.id)?.slug ?? 'x' } }];
      }),
    },
  ],
  'delete-template': [
    {
      fault: 'deletes no template',
      caughtBy: 'templates are deleted',
      breakStore: forgetting('delete-template'),
    },
    {
      fault: 'takes a missing template for deleted',
      caughtBy: 'templates are deleted',
      breakStore: forgiving('delete-template'),
    },
    {
      fault: 'deletes the template of another owner',
      caughtBy: 'templates are deleted',
      breakStore: ignoringOwner('delete-template'),
    },
    {
      fault: 'leaves the versions of a deleted template',
      caughtBy: 'templates are deleted',
      breakStore: listing((versions, id, committed) => {
        const wasDeleted = committed.some(
          (command) => command.type === 'delete-template' && command.id === id,
        );
        return wasDeleted
          ? [...versions, ...writtenOf(id, committed, ['save-template']).slice(0, 1)]
          : versions;
      }),
    },
    {
      fault: 'leaves lessons derived from a deleted template',
      caughtBy: 'templates are deleted',
      breakStore: deriving(exceptTemplates, ['save-lesson']),
    },
    {
      fault: 'leaves memories derived from a deleted template',
      caughtBy: 'templates are deleted',
      breakStore: deriving(exceptTemplates, ['record-memory']),
    },
    {
      fault: 'leaves what another agent derived from a deleted template',
      caughtBy: 'templates are deleted',
      breakStore: deriving((source, { scope }) =>
        scope.agent === 'ali' && scope.user === 'ada' ? [source] : exceptTemplates(source),
      ),
    },
    {
      fault: 'leaves what was derived from memories that go along',
      caughtBy: 'deletion',
      breakStore: deriving((source) => (source.id === 'grandchild' ? [] : [source])),
    },
    {
      fault: 'takes a run for the template of the same id',
      caughtBy: 'histories from elsewhere',
      breakStore: deriving(({ kind, id }) => [{ kind: kind === 'run' ? 'template' : kind, id }]),
    },
    {
      fault: 'takes a memory for the template of the same id',
      caughtBy: 'templates are deleted',
      breakStore: deriving(({ kind, id }) => [{ kind: id === 'same' ? 'template' : kind, id }]),
    },
  ],
};

/** Ways to get the reads of versions wrong. */
export const templateVersionMutants: Readonly<Record<'listTemplateVersions', readonly Mutant[]>> = {
  listTemplateVersions: [
    {
      fault: 'shows the versions of every agent’s templates',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        listTemplateVersions: (viewer, id) => sound.listTemplateVersions(everyone(viewer), id),
      })),
    },
    {
      fault: 'gives the first version first',
      caughtBy: 'templates are changed, and their versions kept',
      breakStore: listing((versions) => versions.toReversed()),
    },
    {
      fault: 'sorts versions as words',
      caughtBy: 'templates are changed, and their versions kept',
      breakStore: listing((versions) =>
        versions.toSorted((left, right) => (String(left.version) < String(right.version) ? 1 : -1)),
      ),
    },
    {
      fault: 'gives the last version only',
      caughtBy: 'templates are changed, and their versions kept',
      breakStore: listing((versions) => versions.slice(0, 1)),
    },
    {
      fault: 'gives the version that a template has now',
      caughtBy: 'templates are deleted',
      breakStore: replacing((sound) => ({
        listTemplateVersions: async (viewer, id) => [
          ...(await sound.findTemplates(viewer, id)).filter((template) => template.id === id),
          ...(await sound.listTemplateVersions(viewer, id)),
        ],
      })),
    },
    {
      fault: 'finds versions by slug',
      caughtBy: 'templates are changed, and their versions kept',
      breakStore: replacing((sound) => ({
        async listTemplateVersions(viewer, name) {
          const [template] = await sound.findTemplates(viewer, name);
          return sound.listTemplateVersions(viewer, template?.id ?? name);
        },
      })),
    },
  ],
};
