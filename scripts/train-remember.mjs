// Learns what tells a sentence worth remembering from ordinary talk, from the lists in test/remember, and writes the weights of English.
// `node scripts/train-remember.mjs` measures each list with weights learned from the others; `--write` learns from all and writes them.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const minSeen = 4;
const minSeenForKind = 6;
/** What weights are rounded to: those of kinds, of which the greatest sum counts, need less. */
const step = 0.1;
const stepForKind = 0.2;
const ridge = 0.7;
const ridgeForKind = 4;
const rounds = 300;
/** What the product keeps from. */
const least = 1.9;
const kinds = ['rule', 'preference', 'decision', 'correction', 'fact'];

const outfile = resolve('node_modules/.cache/engram/train-remember.mjs');
await build({
  stdin: {
    contents: `export { placedSentences } from './by-rules.ts'; export { languages } from './cues.ts';
      export { scoreOf, signalsOf } from './signals.ts'; export { typedSentences } from './typed-text.ts';`,
    resolveDir: resolve('src/learn/remember'),
    loader: 'ts',
  },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  packages: 'external',
  outfile,
  logLevel: 'warning',
});
const { placedSentences, languages, scoreOf, signalsOf, typedSentences } = await import(
  pathToFileURL(outfile).href
);
const [cues] = languages();

/** A list: messages, what of them is to be kept (nothing for ordinary talk) and as what. */
function read(...files) {
  return files.flatMap((file) =>
    JSON.parse(readFileSync(resolve('test/remember', `${file}.json`), 'utf8')).map((item) => {
      const { text, kind, keep } = typeof item === 'string' ? { text: item } : item;
      const isKept = file.endsWith('-keep') || (!file.endsWith('-talk') && kind !== undefined);
      const typed = typedSentences(text, (line) => cues.cue('shown').test(line));
      const sentences = placedSentences(typed)
        .filter(({ sentence }) => !/[?？؟]/u.test(sentence))
        .map(({ sentence, place }) => {
          const isMarked = keep?.some((each) => each.includes(sentence) || sentence.includes(each));
          return { signals: signalsOf(sentence, place, cues), isMarked };
        });
      return { text, kind: isKept ? kind : undefined, isKept, sentences };
    }),
  );
}

const lists = {
  own: read('own-keep', 'own-talk'),
  second: read('second-keep', 'second-talk'),
  'stranger-a': read('stranger-a'),
  'stranger-b': read('stranger-b'),
  forms: read('forms'),
};

/** Logistic regression with an L2 penalty, by adaptive gradient steps; `relabel` may change what is right as it goes. */
function regress(rows, { least, penalty, step, relabel = () => {} }) {
  const seen = new Map();
  for (const { signals } of rows) for (const signal of signals) seen.set(signal, (seen.get(signal) ?? 0) + 1);
  const names = [...seen].filter(([, count]) => count >= least).map(([name]) => name);
  const index = new Map(names.map((name, place) => [name, place]));
  const inputs = rows.map(({ signals }) =>
    [...signals].flatMap((signal) => (index.has(signal) ? [index.get(signal)] : [])),
  );
  const weights = new Float64Array(names.length + 1);
  const squares = new Float64Array(names.length + 1).fill(1e-3);
  const start = names.length;
  const score = (place) => inputs[place].reduce((sum, at) => sum + weights[at], weights[start]);
  for (let round = 0; round < rounds; round += 1) {
    if (round % 5 === 0) relabel(score);
    const gradient = weights.map((weight, at) => (at === start ? 0 : penalty * weight));
    for (const [place, row] of rows.entries()) {
      const error = 1 / (1 + Math.exp(-score(place))) - row.right;
      gradient[start] += error;
      for (const at of inputs[place]) gradient[at] += error;
    }
    const rate = 0.5 / (1 + round / 60);
    for (const [at, slope] of gradient.entries()) {
      squares[at] += slope * slope;
      weights[at] -= (rate * slope) / Math.sqrt(squares[at]);
    }
  }
  const rounded = (weight) => Number((Math.round(weight / step) * step).toFixed(1));
  const learned = names.map((name, at) => [name, rounded(weights[at])]).filter(([, weight]) => weight !== 0);
  return new Map([...learned, ['start', rounded(weights[start])]]);
}

/** Weights of what is worth keeping. Of a message that is kept, its marked sentences are, or the one that weighs most. */
function learnWorth(messages) {
  const rows = messages.flatMap((message) =>
    message.sentences.map(({ signals, isMarked }) => ({
      message,
      signals,
      right: Number(isMarked === true),
    })),
  );
  const open = new Map();
  for (const [place, { message }] of rows.entries())
    if (message.isKept && message.sentences.every(({ isMarked }) => isMarked !== true))
      open.set(message, [...(open.get(message) ?? []), place]);
  const relabel = (score) => {
    for (const places of open.values()) {
      const best = places.reduce((left, right) => (score(right) > score(left) ? right : left));
      for (const place of places) rows[place].right = Number(place === best);
    }
  };
  return regress(rows, { least: minSeen, penalty: ridge, step, relabel });
}

/** Weights of each kind, among what is kept. */
function learnKinds(messages, worth) {
  const rows = messages
    .filter(({ kind, sentences }) => kind !== undefined && sentences.length > 0)
    .map(({ kind, sentences }) => ({ kind, signals: bestOf(sentences, worth).signals }));
  return kinds.map((kind) => {
    for (const row of rows) row.right = Number(row.kind === kind);
    return [kind, regress(rows, { least: minSeenForKind, penalty: ridgeForKind, step: stepForKind })];
  });
}

function bestOf(sentences, worth) {
  const scored = sentences.map((each) => ({ ...each, score: scoreOf(each.signals, worth) }));
  return scored.reduce((left, right) => (right.score > left.score ? right : left), { score: -99 });
}

function countKept(scored, least) {
  const isIn = ({ score }) => score >= least;
  const [said, talk] = [scored.filter(({ isKept }) => isKept), scored.filter(({ isKept }) => !isKept)];
  return [said.filter(isIn).length, said.length, talk.filter(isIn).length, talk.length];
}

/** Of 60 statements and 200 lines of talk, and the share worth keeping of what is kept. */
function shown([kept, statements, junk, talk]) {
  const [of60, of200] = [(kept / statements) * 60, (junk / talk) * 200];
  return `${of60.toFixed(1)} of 60, talk ${of200.toFixed(1)} of 200, ${((of60 / (of60 + of200)) * 100).toFixed(0)} %`;
}

function rowsOf(name, weights) {
  const byWeight = groupByWeight(weights);
  return [...byWeight]
    .sort(([left], [right]) => right - left)
    .map(
      ([weight, entries]) =>
        `${name} ${weight} = ${entries
          .map(([signal]) => signal)
          .sort()
          .join('|')}`,
    );
}

function groupByWeight(weights) {
  const groups = new Map();
  for (const entry of weights) groups.set(entry[1], [...(groups.get(entry[1]) ?? []), entry]);
  return groups;
}

if (process.argv.includes('--write')) {
  const all = Object.values(lists).flat();
  const worth = learnWorth(all);
  const rows = [
    rowsOf('keep', worth),
    ...learnKinds(all, worth).map(([kind, weights]) => rowsOf(kind, weights)),
  ];
  const text = rows.flat().join('\n');
  if (/[\x60\\]|\$\{/u.test(text)) throw new Error('A signal cannot stand in a template.');
  writeFileSync(
    resolve('src/learn/remember/english-weights.ts'),
    `/** What signals of English sentences weigh, for what is kept and for each kind of it. Written by \x60scripts/train-remember.mjs\x60; do not edit. */
export const englishWeights = \x60
${text}
\x60;
`,
  );
} else {
  const scored = [];
  let right = 0;
  let ofKind = 0;
  for (const [name, list] of Object.entries(lists)) {
    if (name === 'forms') continue;
    const others = Object.entries(lists).flatMap(([other, items]) => (other === name ? [] : items));
    const worth = learnWorth(others);
    const byKind = learnKinds(others, worth);
    const own = list.map((message) => ({
      ...message,
      list: name,
      ...bestOf(message.sentences, worth),
      kind: message.kind,
    }));
    for (const { kind, signals, score } of own) {
      if (kind === undefined || score < least) continue;
      const [best] = byKind
        .map(([each, weights]) => [scoreOf(signals, weights), each])
        .sort(([l], [r]) => r - l);
      ofKind += 1;
      if (best[1] === kind) right += 1;
    }
    scored.push(...own);
  }
  for (const from of [1.3, 1.5, 1.7, 1.9, 2.1]) {
    console.log(`from ${from}: ${shown(countKept(scored, from))}`);
    for (const name of Object.keys(lists).filter((each) => each !== 'forms'))
      console.log(
        `  ${name}: ${shown(
          countKept(
            scored.filter(({ list }) => list === name),
            from,
          ),
        )}`,
      );
  }
  console.log(`kinds right: ${right} of ${ofKind}`);
  if (process.argv.includes('--errors'))
    for (const { text, isKept, score } of scored)
      if (isKept !== score >= least)
        console.log(isKept ? 'lost' : 'junk', score.toFixed(1), text.slice(0, 150));
}
