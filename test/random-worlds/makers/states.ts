import type { Domain } from '../domain.ts';
import type { Mind, Thinking } from '../mind.ts';
import type { SeededRandom } from '../random.ts';
import type { Entity } from '../world.ts';
import { type DecisionMaker, type MakerFactory, type Scene, subjectIn } from './maker.ts';

/** Where a state word stands: in the subject itself, or in the partner that the subject names. */
interface Place {
  readonly part: 'state' | 'otherState';
  readonly words: readonly string[];
  readonly parts: readonly string[];
  read(mind: Mind): Thinking<Entity>;
  thing(scene: Scene): Entity | undefined;
}

function randomPlace(domain: Domain, random: SeededRandom): Place {
  if (random.chance(0.2))
    return {
      part: 'state',
      words: domain.words.otherState,
      parts: ['partner'],
      read: (mind) => mind.partner(),
      thing: (scene) => scene.world.partners.find(({ id }) => id === subjectIn(scene)['partner']),
    };
  const part = random.oneOf(['state', 'otherState'] as const);
  return {
    part,
    words: domain.words[part],
    parts: [part],
    read: (mind) => mind.subject(),
    thing: subjectIn,
  };
}

/** A decision by one state word: those of the first list act, those of the second do not. */
function byState(
  place: Place,
  rule: string,
  acting: readonly string[],
  others: readonly string[],
): DecisionMaker {
  return {
    shape: 'gate',
    rule: `${place.parts.join('.')}.${place.part} ${rule}`,
    parts: place.parts,
    *decide(mind) {
      const thing = yield* place.read(mind);
      return { acts: acting.includes(String(thing[place.part])) };
    },
    arrange(scene, acts) {
      const thing = place.thing(scene);
      if (thing !== undefined) thing[place.part] = scene.random.oneOf(acts ? acting : others);
    },
  };
}

export const stateEquals: MakerFactory = (domain, random) => {
  const place = randomPlace(domain, random);
  const [word = '', ...others] = random.shuffled(place.words);
  return byState(place, `is ${word}`, [word], others);
};

export const stateDiffers: MakerFactory = (domain, random) => {
  const place = randomPlace(domain, random);
  const [word = '', ...others] = random.shuffled(place.words);
  return byState(place, `is not ${word}`, others, [word]);
};

export const stateIsOneOf: MakerFactory = (domain, random) => {
  const place = randomPlace(domain, random);
  const words = random.shuffled(place.words);
  const count = random.chance(0.5) ? 2 : words.length - 1;
  const acting = words.slice(0, count);
  return byState(place, `is ${acting.join(' or ')}`, acting, words.slice(count));
};

export const stateThatIsCopied: MakerFactory = (domain, random) => {
  const part = random.oneOf(['state', 'otherState'] as const);
  const place: Place = {
    part,
    words: domain.words[part],
    parts: [part],
    read: (mind) => mind.subject(),
    thing: subjectIn,
  };
  const words = random.shuffled(place.words);
  const acting = words.slice(0, random.chance(0.5) ? random.between(1, 2) : words.length - 1);
  const rest = words.slice(acting.length);
  return { ...byState(place, `is ${acting.join(' or ')}`, acting, rest), copies: { from: 'subject', part } };
};

export const eitherOfTwoStates: MakerFactory = (domain, random) => {
  const [word = '', ...others] = random.shuffled(domain.words.state);
  const [otherWord = '', ...otherOthers] = random.shuffled(domain.words.otherState);
  return {
    shape: 'gate',
    rule: `state is ${word} or otherState is ${otherWord}`,
    parts: ['state', 'otherState'],
    *decide(mind) {
      const { state, otherState } = yield* mind.subject();
      return { acts: state === word || otherState === otherWord };
    },
    arrange(scene, acts) {
      const { random: draw } = scene;
      const subject = subjectIn(scene);
      const isFirst = acts && draw.chance(0.5);
      const isSecond = acts && (!isFirst || draw.chance(0.3));
      subject['state'] = isFirst ? word : draw.oneOf(others);
      subject['otherState'] = isSecond ? otherWord : draw.oneOf(otherOthers);
    },
  };
};

export const wordInText: MakerFactory = (domain, random) => {
  const [word = '', ...others] = random.shuffled(domain.words.signal);
  const isAbsenceEnough = random.chance(0.3);
  return {
    shape: 'gate',
    rule: isAbsenceEnough ? `the text does not say ${word}` : `the text says ${word}`,
    parts: ['signal'],
    *decide(mind) {
      const { signal } = yield* mind.report();
      return { acts: (signal === word) !== isAbsenceEnough };
    },
    arrange(scene, acts) {
      const says = acts !== isAbsenceEnough;
      const other = scene.random.chance(0.3) ? null : scene.random.oneOf(others);
      subjectIn(scene)['signal'] = says ? word : other;
    },
  };
};
