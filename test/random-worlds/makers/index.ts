import type { Decision } from '../decisions.ts';
import * as facts from './facts.ts';
import type { MakerFactory } from './maker.ts';
import * as numbers from './numbers.ts';
import * as picks from './picks.ts';
import * as states from './states.ts';

/** Decides by a state, a flag, a null, a key or a list, but goes on in any case. */
const optionalWrite: MakerFactory = (domain, random) => {
  const choices = [states.stateEquals, facts.flag, facts.nullOrNot, facts.presenceOfKey, numbers.emptyOrNot];
  return { ...random.oneOf(choices)(domain, random), shape: 'optional' };
};

/** How each kind of decision is drawn. */
export const makers: Readonly<Record<Decision, MakerFactory>> = {
  'state equals': states.stateEquals,
  'state differs': states.stateDiffers,
  'state is one of': states.stateIsOneOf,
  'either of two states': states.eitherOfTwoStates,
  'state that is copied': states.stateThatIsCopied,
  flag: facts.flag,
  'null or not': facts.nullOrNot,
  'presence of a key': facts.presenceOfKey,
  'empty or not': numbers.emptyOrNot,
  'one or many': numbers.oneOrMany,
  'count against an input': numbers.countAgainstInput,
  'word in a text': states.wordInText,
  'constant in a list': facts.constantInList,
  'input in a list': facts.inputInList,
  'result in a list': facts.resultInList,
  'look that fails': facts.lookThatFails,
  echo: facts.echo,
  'number against an input': numbers.numberAgainstInput,
  'number against the task': numbers.numberAgainstTask,
  'date against an input': numbers.dateAgainstInput,
  'number against a constant': numbers.numberAgainstConstant,
  'number against a number': numbers.numberAgainstNumber,
  'sum against an input': numbers.sumAgainstInput,
  'word in free text': facts.wordInFreeText,
  'optional write': optionalWrite,
  'each item': picks.eachItem,
  'each item in a state': picks.eachItemInState,
  'pick the only one': picks.pickOnlyOne,
  'pick by a field': picks.pickByField,
  'pick the first': picks.pickFirst,
  'pick the last': picks.pickLast,
  'pick the cheapest': picks.pickCheapest,
  'pick the latest': picks.pickLatest,
  'pick the one in a state': picks.pickOneInState,
};
