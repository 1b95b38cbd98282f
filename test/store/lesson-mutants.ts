import type { Command, Store } from '../../src/ports/store.ts';
import type { Lesson } from '../../src/records/lesson.ts';
import { everyone, neverLast, repeatingOne, skippingOne } from './faults.ts';
import { changing, commanding, forgetting, forgiving, type Mutant, replacing } from './mutant.ts';

/** A store that changes lessons before it saves them. */
const saving = (change: (lesson: Lesson) => Partial<Lesson>): Mutant['breakStore'] =>
  changing('save-lesson', (command) => [
    { ...command, lesson: { ...command.lesson, ...change(command.lesson) } as Lesson },
  ]);

/** A store that answers other lessons than it finds. */
const finding = (
  change: (lessons: readonly Lesson[], names: readonly string[]) => readonly Lesson[],
): Mutant['breakStore'] =>
  replacing((sound) => ({
    findLessons: (async (viewer, kind, names) =>
      change(await sound.findLessons(viewer, kind, names), names)) as Store['findLessons'],
  }));

/** Calls `change` with the lesson that was last saved under an id. */
const knowingLessons =
  (
    change: (command: Command, savedAs: (id: string) => Lesson | undefined) => readonly Command[],
  ): Mutant['breakStore'] =>
  (sound) => {
    const saved = new Map<string, Lesson>();
    return commanding((command) => {
      const changed = change(command, (id) => saved.get(id));
      if (command.type === 'save-lesson') saved.set(command.lesson.id, command.lesson);
      return changed;
    })(sound);
  };

/** Adds what a lesson had to what it has now. */
const keepingAll = (part: 'keys' | 'derivedFrom'): Mutant['breakStore'] =>
  knowingLessons((command, savedAs) => {
    if (command.type !== 'save-lesson') return [command];
    const before = savedAs(command.lesson.id)?.[part] ?? [];
    const lesson = { ...command.lesson, [part]: [...command.lesson[part], ...before] } as Lesson;
    return [{ ...command, lesson }];
  });

/** Lets lessons go by names that others have: the names are another's on the way in, and their own on the way out. */
const lettingSlugsRepeat: Mutant['breakStore'] = replacing((sound) => {
  const given = new Map<string, string | null>();
  const shown = <Any extends Lesson>(lesson: Any): Any => ({
    ...lesson,
    slug: given.get(lesson.id) ?? null,
  });
  const commit: Store['commit'] = (commands) =>
    sound.commit(
      commands.map((command) => {
        if (command.type !== 'save-lesson' || command.ifAbsent === true) return command;
        given.set(command.lesson.id, command.lesson.slug);
        return { ...command, lesson: { ...command.lesson, slug: null } };
      }),
    );
  return {
    commit,
    findLessons: (async (viewer, kind, names) => {
      const { items } = await sound.listLessons(viewer, kind, { limit: 10_000 });
      return items
        .map(shown)
        .filter(({ id, slug, keys }) => [id, slug ?? '', ...keys].some((name) => names.includes(name)))
        .reverse();
    }) as Store['findLessons'],
    listLessons: (async (viewer, kind, page) => {
      const { items, next } = await sound.listLessons(viewer, kind, page);
      return { items: items.map(shown), next };
    }) as Store['listLessons'],
  };
});

/** Prunes by deleting, and so takes what was learned along. */
const pruningLessons: Mutant['breakStore'] = replacing((sound) => ({
  async commit(commands) {
    const committed = await sound.commit(commands);
    const pruned = commands.flatMap((command) => (command.type === 'prune-memories' ? command.ids : []));
    for (const id of pruned) {
      const { items } = await sound.listLessons({ user: 'ada', project: 'shop', agent: null }, 'check', {
        limit: 1_000,
      });
      const derived = items.filter(({ derivedFrom }) => derivedFrom.some((source) => source.id === id));
      for (const lesson of derived) {
        await sound.commit([{ type: 'delete-lesson', owner: lesson.scope, id: lesson.id }]);
      }
    }
    return committed;
  },
}));

/** Looks for lessons to change among those of every agent. */
const ignoringOwner = (type: 'save-lesson' | 'delete-lesson'): Mutant['breakStore'] =>
  replacing((sound) => {
    const owners = new Map<string, Lesson['scope']>();
    return {
      async commit(commands) {
        const changed = commands.map((command): Command => {
          if (command.type !== type) return command;
          if (command.type === 'delete-lesson') {
            return { ...command, owner: owners.get(command.id) ?? command.owner };
          }
          if (command.type !== 'save-lesson' || command.lesson.revision === 0) return command;
          const scope = owners.get(command.lesson.id) ?? command.lesson.scope;
          return { ...command, lesson: { ...command.lesson, scope } };
        });
        const committed = await sound.commit(changed);
        for (const command of commands) {
          if (command.type === 'save-lesson' && !owners.has(command.lesson.id)) {
            owners.set(command.lesson.id, command.lesson.scope);
          }
        }
        return committed;
      },
    };
  });

const withoutMemories = ({ derivedFrom }: Lesson): Partial<Lesson> => ({
  derivedFrom: derivedFrom.filter(({ kind }) => kind !== 'memory'),
});

/** Ways to let what was learned from a memory stay when that is deleted. */
export const learnedFromMemoryMutants: readonly Mutant[] = [
  {
    fault: 'leaves lessons derived from a deleted memory',
    caughtBy: 'templates are deleted',
    breakStore: saving(withoutMemories),
  },
  {
    fault: 'leaves lessons of other agents that were derived from a deleted memory',
    caughtBy: 'lessons are saved, changed and deleted',
    breakStore: saving((lesson) => (lesson.scope.agent === 'ali' ? {} : withoutMemories(lesson))),
  },
  {
    fault: 'leaves lessons derived from memories that go along',
    caughtBy: 'templates are deleted',
    breakStore: saving((lesson) =>
      lesson.derivedFrom.some(({ id }) => id === 'grandchild') ? withoutMemories(lesson) : {},
    ),
  },
  {
    fault: 'takes a run for the memory of the same id',
    caughtBy: 'templates are deleted',
    breakStore: saving(({ derivedFrom }) => ({
      derivedFrom: derivedFrom.map(({ kind, id }) => ({ kind: kind === 'run' ? 'memory' : kind, id })),
    })),
  },
];

/** Ways to get the commands about lessons wrong. */
export const lessonCommandMutants: Readonly<Record<'save-lesson' | 'delete-lesson', readonly Mutant[]>> = {
  'save-lesson': [
    { fault: 'forgets a lesson', caughtBy: 'templates are deleted', breakStore: forgetting('save-lesson') },
    {
      fault: 'takes a refused lesson for saved',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: forgiving('save-lesson'),
    },
    {
      fault: 'changes the lesson of another owner',
      caughtBy: 'a commit takes effect as a whole, or is refused',
      breakStore: ignoringOwner('save-lesson'),
    },
    {
      fault: 'writes over what was changed meanwhile',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: knowingLessons((command, savedAs) => {
        if (command.type !== 'save-lesson' || command.ifAbsent === true) return [command];
        const before = savedAs(command.lesson.id);
        if (before === undefined || command.lesson.revision === 0) return [command];
        return [{ ...command, lesson: { ...command.lesson, revision: before.revision + 1 } }];
      }),
    },
    {
      fault: 'takes a lesson that replaces none for a new one',
      caughtBy: 'moving what was learned',
      breakStore: knowingLessons((command, savedAs) => {
        const isStray = command.type === 'save-lesson' && savedAs(command.lesson.id) === undefined;
        return isStray ? [{ ...command, lesson: { ...command.lesson, revision: 0 } }] : [command];
      }),
    },
    {
      fault: 'numbers a moved lesson anew',
      caughtBy: 'moving what was learned',
      breakStore: changing('save-lesson', (command) =>
        command.ifAbsent === true ? [{ ...command, lesson: { ...command.lesson, revision: 0 } }] : [command],
      ),
    },
    {
      fault: 'changes the kind of a lesson',
      caughtBy: 'a commit takes effect as a whole, or is refused',
      breakStore: knowingLessons((command, savedAs) => {
        if (command.type !== 'save-lesson') return [command];
        const before = savedAs(command.lesson.id);
        if (before === undefined || before.kind === command.lesson.kind) return [command];
        return [{ ...command, lesson: { ...command.lesson, kind: before.kind } as Lesson }];
      }),
    },
    {
      fault: 'makes a changed lesson a new one',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: (sound) => {
        const moments = new Map<string, number>();
        const shown = <Any extends Lesson>(lesson: Any): Any => ({
          ...lesson,
          createdAt: moments.get(lesson.id) ?? lesson.createdAt,
        });
        return {
          ...changing('save-lesson', (command) => {
            moments.set(command.lesson.id, command.lesson.createdAt);
            return [command];
          })(sound),
          findLessons: (async (viewer, kind, names) =>
            (await sound.findLessons(viewer, kind, names)).map(shown)) as Store['findLessons'],
        };
      },
    },
    {
      fault: 'lets two lessons have one slug',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: lettingSlugsRepeat,
    },
    {
      fault: 'takes a slug for everybody’s',
      caughtBy: 'viewers see what is theirs',
      breakStore: (sound) => {
        const taken = new Map<string, string>();
        return saving(({ id, kind, slug }) => {
          const name = `${kind} ${slug}`;
          if (slug === null) return {};
          if (!taken.has(name)) taken.set(name, id);
          return { id: taken.get(name) ?? id };
        })(sound);
      },
    },
    {
      fault: 'takes a slug for that of all kinds',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: (sound) => {
        const taken = new Map<string, string>();
        return saving(({ id, scope, slug }) => {
          const name = JSON.stringify([scope, slug]);
          if (slug === null) return {};
          if (!taken.has(name)) taken.set(name, id);
          return { id: taken.get(name) ?? id };
        })(sound);
      },
    },
    {
      fault: 'finds a lesson by the keys it had',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: keepingAll('keys'),
    },
    {
      fault: 'deletes a lesson with the memories it was derived from',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: keepingAll('derivedFrom'),
    },
    {
      fault: 'keeps each key once',
      caughtBy: 'what is written is read',
      breakStore: saving(({ keys }) => ({ keys: [...new Set(keys)] })),
    },
    {
      fault: 'keeps a hundred keys at most',
      caughtBy: 'lessons',
      breakStore: saving(({ keys }) => ({ keys: keys.slice(0, 100) })),
    },
    {
      fault: 'takes long keys that begin alike for one',
      caughtBy: 'lessons',
      breakStore: (sound) => ({
        ...sound,
        findLessons: (async (viewer, kind, names) => {
          const { items } = await sound.listLessons(viewer, kind, { limit: 10_000 });
          const short = names.map((name) => name.slice(0, 1_000));
          return items
            .filter(({ id, slug, keys }) =>
              [id, slug ?? '', ...keys].some((key) => short.includes(key.slice(0, 1_000))),
            )
            .reverse();
        }) as Store['findLessons'],
      }),
    },
    {
      fault: 'loses when a lesson was changed',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: saving(({ createdAt }) => ({ updatedAt: createdAt })),
    },
    {
      fault: 'refuses every lesson with the same words',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: replacing((sound) => ({
        commit: (commands) =>
          sound.commit(commands).catch((error: Error) => {
            error.message = 'It cannot be saved.';
            throw error;
          }),
      })),
    },
  ],
  'delete-lesson': [
    {
      fault: 'deletes no lesson',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: forgetting('delete-lesson'),
    },
    {
      fault: 'takes a missing lesson for deleted',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: forgiving('delete-lesson'),
    },
    {
      fault: 'deletes the lesson of another owner',
      caughtBy: 'a commit takes effect as a whole, or is refused',
      breakStore: ignoringOwner('delete-lesson'),
    },
    {
      fault: 'keeps the slug of a deleted lesson taken',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: (sound) => {
        const gone = new Set<string>();
        const slugs = new Map<string, string | null>();
        return commanding((command) => {
          if (command.type === 'delete-lesson') gone.add(slugs.get(command.id) ?? '');
          if (command.type !== 'save-lesson') return [command];
          slugs.set(command.lesson.id, command.lesson.slug);
          return gone.has(command.lesson.slug ?? '') ? [] : [command];
        })(sound);
      },
    },
    {
      fault: 'deletes lessons of memories that are pruned',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: pruningLessons,
    },
  ],
};

/** Ways to get the reads of lessons wrong. */
export const lessonMutants: Readonly<Record<'findLessons' | 'listLessons', readonly Mutant[]>> = {
  findLessons: [
    {
      fault: 'finds the lessons of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        findLessons: (viewer, kind, names) => sound.findLessons(everyone(viewer), kind, names),
      })),
    },
    {
      fault: 'does not find lessons by id',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: finding((lessons, names) =>
        lessons.filter(({ slug, keys }) => [slug, ...keys].some((name) => names.includes(name ?? ''))),
      ),
    },
    {
      fault: 'does not find lessons by slug',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: finding((lessons, names) =>
        lessons.filter(({ id, keys }) => [id, ...keys].some((name) => names.includes(name))),
      ),
    },
    {
      fault: 'does not find lessons by key',
      caughtBy: 'templates are deleted',
      breakStore: finding((lessons, names) =>
        lessons.filter(({ id, slug }) => names.includes(id) || names.includes(slug ?? '')),
      ),
    },
    {
      fault: 'finds lessons by their first key only',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: finding((lessons, names) =>
        lessons.filter(({ id, slug, keys }) =>
          [id, slug ?? '', ...keys.slice(0, 1)].some((name) => names.includes(name)),
        ),
      ),
    },
    {
      fault: 'finds one lesson',
      caughtBy: 'templates are deleted',
      breakStore: finding((lessons) => lessons.slice(0, 1)),
    },
    {
      fault: 'gives the newest first',
      caughtBy: 'templates are deleted',
      breakStore: finding((lessons) => lessons.toReversed()),
    },
    {
      fault: 'gives lessons of one moment as they were saved',
      caughtBy: 'lessons',
      breakStore: finding((lessons) =>
        lessons.toReversed().toSorted((left, right) => left.createdAt - right.createdAt),
      ),
    },
    {
      fault: 'gives a lesson once for each of its names',
      caughtBy: 'lessons are saved, changed and deleted',
      breakStore: replacing((sound) => ({
        findLessons: (async (viewer, kind, names) => {
          const each = await Promise.all(names.map((name) => sound.findLessons(viewer, kind, [name])));
          return each
            .flat()
            .sort((left, right) => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1));
        }) as Store['findLessons'],
      })),
    },
    {
      fault: 'looks for five hundred names at most',
      caughtBy: 'lessons',
      breakStore: replacing((sound) => ({
        findLessons: (viewer, kind, names) => sound.findLessons(viewer, kind, names.slice(0, 500)),
      })),
    },
    {
      fault: 'finds lessons of other kinds',
      caughtBy: 'what is written is read',
      breakStore: replacing((sound) => ({
        findLessons: (async (viewer, kind, names) => [
          ...(await sound.findLessons(viewer, kind, names)),
          ...(await sound.findLessons(viewer, 'trial', names)),
        ]) as Store['findLessons'],
      })),
    },
    {
      fault: 'finds lessons whose names begin so',
      caughtBy: 'templates are deleted',
      breakStore: replacing((sound) => ({
        findLessons: (async (viewer, kind, names) => {
          const { items } = await sound.listLessons(viewer, kind, { limit: 10_000 });
          return items.filter(({ id, slug, keys }) =>
            [id, slug ?? '', ...keys].some((key) => names.some((name) => key.startsWith(name))),
          );
        }) as Store['findLessons'],
      })),
    },
  ],
  listLessons: [
    {
      fault: 'lists the lessons of every agent',
      caughtBy: 'viewers see what is theirs',
      breakStore: replacing((sound) => ({
        listLessons: (viewer, kind, page) => sound.listLessons(everyone(viewer), kind, page),
      })),
    },
    {
      fault: 'lists lessons of other kinds',
      caughtBy: 'what is written is read',
      breakStore: replacing((sound) => ({
        listLessons: (async (viewer, kind, page) => {
          const { items, next } = await sound.listLessons(viewer, kind, page);
          const others = await sound.listLessons(viewer, 'trial', page);
          return { items: [...items, ...others.items], next };
        }) as Store['listLessons'],
      })),
    },
    {
      fault: 'skips a lesson between pages',
      caughtBy: 'lists are paged',
      breakStore: replacing((sound) => ({
        listLessons: (viewer, kind, page) =>
          skippingOne((asked) => sound.listLessons(viewer, kind, asked), page),
      })),
    },
    {
      fault: 'repeats a lesson on the next page',
      caughtBy: 'lists are paged',
      breakStore: replacing((sound) => ({
        listLessons: (viewer, kind, page) =>
          repeatingOne((asked) => sound.listLessons(viewer, kind, asked), page),
      })),
    },
    {
      fault: 'always promises another page',
      caughtBy: 'lists are paged',
      breakStore: replacing((sound) => ({
        listLessons: (viewer, kind, page) =>
          neverLast((asked) => sound.listLessons(viewer, kind, asked), page),
      })),
    },
  ],
};
