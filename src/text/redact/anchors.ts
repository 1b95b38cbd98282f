import type { RedactionRule } from './rule.ts';

/** A piece of text that wakes a rule. Its window, three characters, is what the scanner looks for. */
export interface Anchor {
  readonly codes: readonly number[];
  /** Where in the anchor its window begins. */
  readonly offset: number;
  readonly exact: boolean;
  readonly rule: RedactionRule;
}

/** The anchors by their folded window, and a table that says quickly that three characters are the window of none. */
interface AnchorIndex {
  readonly buckets: readonly (readonly Anchor[])[];
  /** By folded window: the place of its anchors in `buckets`. */
  readonly bucketOf: Uint16Array;
  /** One byte for each window of eighteen bits, 1 where an anchor is spelt so: tells `co-` from `com` and `COM`. */
  readonly marked: Uint8Array;
}

/**
 * Puts the anchors of all rules into tables.
 *
 * @example indexAnchors([{ anchors: ['AKIA'], find }]).buckets.length // 2, the first is empty
 */
export function indexAnchors(rules: readonly RedactionRule[]): AnchorIndex {
  const buckets: Anchor[][] = [[]];
  const bucketOf = new Uint16Array(0x8000);
  const marked = new Uint8Array(windowMask + 1);
  for (const anchor of rules.flatMap(anchorsOf)) {
    const fold = foldAt(anchor.codes, anchor.offset);
    bucketOf[fold] ||= buckets.push([]) - 1;
    buckets[bucketOf[fold] ?? 0]?.push(anchor);
    markSpellings(marked, anchor);
  }
  return { buckets, bucketOf, marked };
}

function anchorsOf(rule: RedactionRule): Anchor[] {
  return rule.anchors.map((text) => {
    if (text.length < 3) throw new RangeError(`anchor '${text}' is shorter than three characters`);
    // A plain loop: every process that redacts anything does this for all anchors.
    const codes: number[] = [];
    for (let index = 0; index < text.length; index += 1) codes.push(text.charCodeAt(index));
    return { codes, offset: rarestOffset(codes), exact: /[A-Z]/.test(text), rule };
  });
}

/** Whether the anchor stands at this place of the text. */
export function standsAt({ codes, exact }: Anchor, text: string, at: number): boolean {
  for (let offset = 0; offset < codes.length; offset += 1) {
    const code = text.charCodeAt(at + offset);
    if ((isUpper(code) && !exact ? code | 32 : code) !== codes[offset]) return false;
  }
  return true;
}

/** Whether the character code is an ASCII capital. */
function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

/** Three characters in fifteen bits; letters lose their case, some marks and digits fall together. */
export function foldOf(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
}

/** The bits of a window: three characters of six bits each, which keep the case of letters. */
export const windowMask = 0x3ffff;

/**
 * A window that has moved on by one character.
 *
 * @example slide(slide(slide(0, 97), 98), 99) // "abc"
 */
export function slide(window: number, code: number): number {
  return ((window << 6) | (code & 63)) & windowMask;
}

/** Marks each way to write three characters. */
function markSpellings(marked: Uint8Array, { codes, offset, exact }: Anchor): void {
  const [first, second, third] = [codes[offset] ?? 0, codes[offset + 1] ?? 0, codes[offset + 2] ?? 0];
  marked[slide(slide(first & 63, second), third)] = 1;
  if (exact) return;
  const [capitalFirst, capitalSecond, capitalThird] = [capitalOf(first), capitalOf(second), capitalOf(third)];
  for (let capitals = 1; capitals < 8; capitals += 1) {
    const one = (capitals & 1) === 0 ? first : capitalFirst;
    const two = (capitals & 2) === 0 ? second : capitalSecond;
    const three = (capitals & 4) === 0 ? third : capitalThird;
    marked[slide(slide(one & 63, two), three)] = 1;
  }
}

function capitalOf(code: number): number {
  return code >= 97 && code <= 122 ? code - 32 : code;
}

// How many of a thousand characters of prose, code and JSON fall together under each five bits.
const perThousand = [
  195, 41, 39, 26, 25, 77, 12, 14, 19, 46, 32, 8, 41, 25, 56, 49, 26, 10, 47, 48, 55, 21, 12, 9, 9, 13, 13, 9,
  4, 10, 2, 8,
];

// Three neighbours that are met often, folded: an anchor had better not wait for one of them.
const commonTriples = [
  'ach ack act age ags ail ain alb ali all alu ame and ang ara are arg arm ars art ase ask ass ate ath',
  'ati auq bcp bde ben bin ble bli blj bmi bno bol bop bos bpn bsh bve cal can cas cce cen ces cha che',
  'cie cla com con cor cpu cre cti cto deb dec ded del den dep der dev dia din dul ead ear eat ebz ecl',
  'eco ect egr ele elj eme emo emp ena enc end eng ens ent epe era ere eri ern ero err ers ert esb eso',
  'ess est ete etu evb eve exp ext fie fil fla for fro fun gen get gin gra gri han has hat hau hen her',
  'hin his hno iag ice ide ier ies ifi ign ild ile ilj imp ind ine ing ins int inu ion ist itb ite ith',
  'its ity ive jol jso ken kin lag lar las lat lbz lea len les lic lin low lse lue lve mar mbe mbo mem',
  'men mes met mit mmm mod mor mpa mpl mpo mvt nal nam nbz nce nci nco nct nde ndi nes nge ngi ngm ngr',
  'nin njj nod not npb npn nrb nse nst nta nte nti nts nux obi ode odu oid oke oll olv ome omm omp ona',
  'onb one onl ons ont ool ope opt ord ore ork ort ory osb ost oth oun our out own pac par pat pbj pbl',
  'pen per pla pnp pnq por pos pre pro pti pub qrm ram rat rbl rce rde rea rec red ref ren res ret rit',
  'rmv rnp rnq rom rop ror rro rse rsi rty rue run sbz seb ser ses set sha sho sig sin sio sol son ssi',
  'sta ste sti sto str sym tar tat tbj tbl tbz ted teg tem ten ter tes tex tha the thi tic tin tio tnp',
  'tok too tor tra tri tru tur tyb typ ubz uel ule ult unc und uqr ure urn use val vbz ven ver vtb was',
  'wha whe wit wor xbj xpr xvt ybz ymb ype',
].join(' ');

/** A byte for each fold of three characters, 1 for the common ones. */
function foldsOf(triples: string): Uint8Array {
  const folds = new Uint8Array(0x8000);
  for (let at = 0; at < triples.length; at += 4)
    folds[foldOf(triples.charCodeAt(at), triples.charCodeAt(at + 1), triples.charCodeAt(at + 2))] = 1;
  return folds;
}

const isCommon = foldsOf(commonTriples);

/** Where the three rarest neighbours of an anchor begin: they are met least often in vain. */
function rarestOffset(codes: readonly number[]): number {
  let rarest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let offset = 0; offset + 2 < codes.length; offset += 1) {
    const fold = foldAt(codes, offset);
    const product =
      (perThousand[fold >> 10] ?? 0) * (perThousand[(fold >> 5) & 31] ?? 0) * (perThousand[fold & 31] ?? 0);
    const counted = isCommon[fold] === 1 ? product * 100 : product;
    if (counted >= least) continue;
    rarest = offset;
    least = counted;
  }
  return rarest;
}

function foldAt(codes: readonly number[], place: number): number {
  return foldOf(codes[place] ?? 0, codes[place + 1] ?? 0, codes[place + 2] ?? 0);
}
