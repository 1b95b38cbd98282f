const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/*
 * All words that the rules know, in one place. They are English and nearly all of closed classes (pronouns, auxiliaries, quantifiers, verbs of
 * thinking): grammar, and not what a conversation is about. Of a sentence in another language nothing is kept: nothing is better than junk.
 */

/** Words of English grammar that other languages do not have. */
export const onlyEnglish = list(
  "the and with my our from been were they would could should which because while i'm i've we're we've don't doesn't isn't didn't haven't " +
    "let's prefer always never instead rather using use love like enjoy hate decided chose please " +
    'yesterday today tonight tomorrow ago week weekend month year last next',
);
/** Words of English grammar that other languages have, too. */
export const grammarWords = list(
  'i we me us a an to of in on at for is are was am be have has had do does did not no or but by as it its that this so ' +
    'over than when where who what how out up about into after before during since until if then there here you your he she his her ' +
    'also just even still really actually finally already some any all more much many few both each other own when there back',
);

/** Who speaks of themselves begins with one of these. */
export const speakers = list("i i'm i've we we're we've my our");
/** Who is spoken to: a sentence for the listener is no statement about the speaker. */
export const listenerWords = list(
  "you your yours you're you've you'll you'd yourself yourselves ya y'all u ur",
);

/** Words that stand for something said or shown elsewhere. */
export const pointers = list(
  "this these those that that's it it's its they they're they've their them he he's she she's him her his there here ones both another such " +
    'same other others yours mine ours stuff things thing something everything anything nothing someone everyone everybody somebody ' +
    'former latter option options above below afterward afterwards then',
);

/** Words that grade: what they stand with is an evaluation, and no fact. */
export const graders = list(
  'so really super very totally truly absolutely definitely extremely incredibly such quite kinda pretty too completely how',
);
/** Words of a guess or a question without its mark. */
export const guesses = list(
  'maybe perhaps probably possibly might could guess think unless if whether hopefully',
);

/** What did not happen is told in a story. */
export const pastDenials = list("didn't wasn't weren't haven't hasn't hadn't couldn't won't wouldn't");

/** Verbs of thinking, feeling and trying, and modal verbs: about the moment, and not about the speaker. */
export const attitudes = list(
  'think believe guess hope wish bet know feel mean agree understand see hear appreciate thank wonder suppose imagine promise admire doubt reflect ' +
    'want wanna need remember forget look get got gotta realize realise learn say tell talk ask try tried mind care stand miss keep find focus struggl ' +
    "do could can can't cannot might may will would should must shall felt thought knew forgot heard saw found kept told said meant",
);
/** Words between "I" and its verb. */
export const beforeVerb = list(
  'also just even recently actually finally already still usually often sometimes always never been have had be am is not all both',
);

/** Verbs of lasting taste: what comes after them is a preference. */
export const tastes = list('prefer like love enjoy hate dislike');
/** What lasts, at the beginning of what is said of somebody: among people who work, what they do at the moment is no knowledge. */
export const lasting =
  /^(?:\S+ ){0,3}?(?:(?:works?|lives?) (?:at|as|for|in|from|with|on|near)|uses?|deploys?|hosts?|speaks?|maintains?|owns?|supports?|requires?|runs on)\b/;

/** What people are for years, after "I am". */
export const lastingStates = list(
  'allergic vegetarian vegan diabetic deaf blind pregnant married divorced single retired unemployed left-handed colour-blind color-blind',
);

/** Verbs of choosing; a choice is kept with its reason, or with what was not chosen. */
export const choosingVerbs = list('use chose choose decided picked go switched switch adopted settled stick');

/** Words that fit everything, so that they say nothing. */
export const emptyWords = list(
  'great good nice amazing awesome fun blast wonderful special wild cool incredible tough hard busy big huge small new little best better ' +
    'time times day days place places lot lots way life people person bit kind sort experience experiences difference journey support chance moment moments ' +
    'had have made make making went going go got get getting doing done came come ' +
    "i'm i've we're we've btw yeah yep well wow hey thanks",
);

/** What opens a sentence that corrects what was said before. */
export const correcting =
  /^(?:no|nope|wrong|incorrect|not quite|actually|that(?:['’]s| is) (?:wrong|not right|incorrect))\b[,.!:;\s–-]*/i;
/** What opens an answer, before what is said: "no, we use …", "btw I'm …". */
export const opening =
  /^(?:(?:no|nope|yes|yeah|yep|ok|okay|right|hey|hi|oh|well|btw|by the way|actually|also|and)\b[\s,.!:;–-]+)+(?=(?:i|we|my|our)\b)/i;
/** Where all of it is said: no other sentence is needed to know which one is meant. */
export const here = /\bthis (?:repo|repository|project|codebase|team|company)\b/gi;
/** What sets one thing against another. */
export const contrast = /\b(?:instead of|rather than|over|,? (?:and )?not)\s+(?=\S)/i;
/** What gives a reason. */
export const reason = /\b(?:because|'cause|since|so that|as it)\b/i;
/** What makes an order one that stays. */
export const standingOrder =
  /^(?:and |also |please |but )*(?:always|never|prefer|from now on,?|in (?:the )?future,?|by default,?|going forward,?|don['’]t ever|do not ever)\s+/i;
/** What asks for something to be remembered. */
export const announced =
  /^(?:please )?(?:(?:note|remember|keep in mind|don['’]t forget|be aware)(?: that|:)|remember to|fyi[,:]?|for (?:future )?reference[,:]?|for the record[,:]?)\s+/i;

/** What is asked about the next minute, and about what the agent itself shall do. */
export const ofTheMoment = /\b(?:next|now|ready|proceed|continue|go ahead|try again|I|me)\b/i;

const day = '(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tues?|wed|thurs?|fri|sat|sun';
const month = 'january|february|march|april|may|june|july|august|september|october|november|december';
const span =
  'days?|nights?|mornings?|evenings?|weeks?|weekends?|months?|years?|spring|summer|autumn|fall|winter';
const number = '\\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|several|(?:a )?few|a couple of';
/** Times that count from the moment they are said. */
export const relativeTime = new RegExp(
  `\\b(?:yesterday|today|tonight|tomorrow|(?:(?:${number}) )?(?:(?:${span}) )?ago|recently|lately|nowadays|currently|` +
    `(?:last|next|this|past) (?:few )?(?:${span}|${day}|${month})|on (?:${day}|the \\d+(?:st|nd|rd|th)))\\b`,
  'gi',
);
/** Of these nothing is left in three days. */
export const soonOver = /\b(?:today|tonight|tomorrow|this (?:weekend|morning|evening|week)|right now)\b/i;
