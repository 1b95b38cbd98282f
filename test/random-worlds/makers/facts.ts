import { randomDate } from '../words.ts';
import { type Entity, newCode, newEntry } from '../world.ts';
import { type MakerFactory, setPart, subjectIn } from './maker.ts';

export const flag: MakerFactory = (_, random) => {
  const wanted = random.chance(0.5);
  return {
    shape: 'gate',
    rule: `flag is ${wanted}`,
    parts: ['flag'],
    *decide(mind) {
      return { acts: (yield* mind.subject())['flag'] === wanted };
    },
    arrange: (scene, acts) => setPart(scene, 'flag', acts ? wanted : !wanted),
  };
};

export const nullOrNot: MakerFactory = (_, random) => {
  const wantsNull = random.chance(0.5);
  return {
    shape: 'gate',
    rule: `cleared is ${wantsNull ? 'null' : 'not null'}`,
    parts: ['cleared'],
    *decide(mind) {
      return { acts: ((yield* mind.subject())['cleared'] === null) === wantsNull };
    },
    arrange: (scene, acts) => setPart(scene, 'cleared', acts === wantsNull ? null : randomDate(scene.random)),
  };
};

export const presenceOfKey: MakerFactory = (_, random) => {
  const wantsKey = random.chance(0.5);
  return {
    shape: 'gate',
    rule: `extra is ${wantsKey ? 'there' : 'not there'}`,
    parts: ['extra'],
    *decide(mind) {
      return { acts: Object.hasOwn(yield* mind.subject(), 'extra') === wantsKey };
    },
    arrange(scene, acts) {
      if (acts === wantsKey) setPart(scene, 'extra', newCode(scene.random));
      else delete subjectIn(scene)['extra'];
    },
  };
};

/** Puts a word into a list, at any place, or takes it out. */
function withOrWithout(
  list: readonly string[],
  word: string,
  isIn: boolean,
  below: (bound: number) => number,
): string[] {
  const without = list.filter((one) => one !== word);
  return isIn ? without.toSpliced(below(without.length + 1), 0, word) : without;
}

const tagsOf = (thing: Entity, part: string): string[] => (thing[part] ?? []) as string[];

export const constantInList: MakerFactory = (domain, random) => {
  const word = random.oneOf(domain.tags);
  const wantsIt = random.chance(0.6);
  return {
    shape: 'gate',
    rule: `tags ${wantsIt ? 'hold' : 'do not hold'} ${word}`,
    parts: ['tags'],
    *decide(mind) {
      return { acts: tagsOf(yield* mind.subject(), 'tags').includes(word) === wantsIt };
    },
    arrange(scene, acts) {
      const tags = tagsOf(subjectIn(scene), 'tags');
      setPart(scene, 'tags', withOrWithout(tags, word, acts === wantsIt, scene.random.below));
    },
  };
};

export const inputInList: MakerFactory = (domain, random) => {
  const wantsIt = random.chance(0.6);
  return {
    shape: 'gate',
    rule: `tags ${wantsIt ? 'hold' : 'do not hold'} the input`,
    inputs: ['wanted'],
    parts: ['tags'],
    *decide(mind) {
      const tags = tagsOf(yield* mind.subject(), 'tags');
      return { acts: tags.includes(String(mind.input('wanted'))) === wantsIt };
    },
    arrange(scene, acts) {
      if (!scene.isErrandFixed) scene.errand.values.wanted = scene.random.oneOf(domain.tags);
      const wanted = String(scene.errand.values.wanted);
      const tags = tagsOf(subjectIn(scene), 'tags');
      setPart(scene, 'tags', withOrWithout(tags, wanted, acts === wantsIt, scene.random.below));
    },
  };
};

export const resultInList: MakerFactory = (domain, random) => {
  const wantsIt = random.chance(0.6);
  return {
    shape: 'gate',
    rule: `the partner ${wantsIt ? 'accepts' : 'does not accept'} the category of the subject`,
    parts: ['partner', 'category'],
    *decide(mind) {
      const { category } = yield* mind.subject();
      return { acts: tagsOf(yield* mind.partner(), 'accepts').includes(String(category)) === wantsIt };
    },
    arrange(scene, acts) {
      const subject = subjectIn(scene);
      const partner = scene.world.partners.find(({ id }) => id === subject['partner']);
      if (partner === undefined) return;
      const accepted = tagsOf(partner, 'accepts');
      const isIn = acts === wantsIt;
      const fitting = domain.tags.filter((tag) => accepted.includes(tag) === isIn);
      // Either side of the comparison may be what changes.
      if (fitting.length > 0 && scene.random.chance(0.5)) subject['category'] = scene.random.oneOf(fitting);
      else
        partner['accepts'] = withOrWithout(accepted, String(subject['category']), isIn, scene.random.below);
    },
  };
};

export const lookThatFails: MakerFactory = (domain, random) => {
  const wantsFailure = random.chance(0.6);
  return {
    shape: 'gate',
    rule: `the code of the input ${wantsFailure ? 'is not found' : 'is found'}`,
    inputs: ['wanted'],
    *decide(mind) {
      return { acts: ((yield* mind.entry(mind.input('wanted'))) === undefined) === wantsFailure };
    },
    arrange(scene, acts) {
      const { world, errand } = scene;
      if (!scene.isErrandFixed) errand.values.wanted = newCode(scene.random);
      const wanted = String(errand.values.wanted);
      const others = world.entries.filter(({ code }) => code !== wanted);
      const found = acts === wantsFailure ? [] : [newEntry(world, domain, scene.random, wanted)];
      world.entries.splice(0, world.entries.length, ...others, ...found);
    },
  };
};

export const echo: MakerFactory = () => ({
  shape: 'gate',
  rule: 'the answer is about the subject that was asked for',
  *decide(mind) {
    const asked = yield* mind.subjectId();
    const { id } = yield* mind.subject();
    return { acts: asked === undefined || asked === id };
  },
  arrange({ world, errand, random }, acts) {
    const others = world.subjects.filter(({ id }) => id !== errand.subject);
    if (acts || others.length === 0) world.mistaken = null;
    else world.mistaken = { asked: errand.subject, answered: random.oneOf(others)['id'] ?? null };
  },
});

const telling = ['urgently', 'cancelled', 'complained', 'deceased'];

export const wordInFreeText: MakerFactory = (_, random) => {
  const word = random.oneOf(telling);
  const wantsIt = random.chance(0.4);
  return {
    shape: 'gate',
    rule: `the note ${wantsIt ? 'says' : 'does not say'} ${word}`,
    parts: ['note'],
    *decide(mind) {
      return { acts: String((yield* mind.subject())['note']).includes(word) === wantsIt };
    },
    arrange(scene, acts) {
      const note = String(subjectIn(scene)['note']).replace(` Has ${word} written.`, '');
      setPart(scene, 'note', acts === wantsIt ? `${note} Has ${word} written.` : note);
    },
  };
};
