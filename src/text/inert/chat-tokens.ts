/**
 * Facts about chat templates: the texts that models read as the structure of a conversation. Each pattern is searched in
 * the reading of a text; its first group ends where the token is broken.
 */

/** `<|…|>`: ChatML, Qwen, Kimi, Llama 3 and 4, Phi, Command R, Granite, Harmony, DeepSeek; `<|…>` and `<…|>`: Gemma 4. */
const betweenBars = [/(<)\|[^\s|<>]{1,80}\|?>/g, /(<)[\w:.'"-]{1,80}\|>/g];

/** Llama 2, Falcon, and MiniMax, in this order. */
const otherShapes = [
  /(<)<\/?SYS>>/g,
  />(>)(?:TITLE|ABSTRACT|INTRODUCTION|SUMMARY|COMMENT|QUESTION|ANSWER|DOMAIN|PREFIX|SUFFIX|MIDDLE)<</g,
  /(\])(?:~!?b[\][]|!p~\[|<\]\w{1,20}\[>\[)|(\[)e~\[/g,
];

/** Mistral and Llama 2, then GLM and BERT. */
const inBrackets =
  /(\[)\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|ARGS|CALL_ID|THINK|MODEL_SETTINGS|PREFIX|MIDDLE|SUFFIX|IMG|IMG_BREAK|IMG_END|AUDIO|BEGIN_AUDIO|TRANSCRIBE|SYS|SYSTEM|EOT|EOS|BOS|gMASK|sMASK|sop|eop|CLS|SEP|MASK|PAD|UNK)\]/g;

/** Tags that are one token: Llama 2, Mistral, Gemma, GLM, InternLM, T5, BLOOM, Nemotron, Seed, models of code. */
const tokenTags =
  /(<)\/?(?:s|bos|eos|pad|unk|cls|sep|mask|sop|eop|eoh|eoa|eot|EOT|start_of_turn|end_of_turn|start_of_image|end_of_image|start_function_\w+|end_function_\w+|end_of_utterance|endoftext|escape|fim_\w+|file_sep|repo_name|filename|extra_id_\d+|reserved_\d+|unused\d+|SPECIAL_\d+|TOKENS_UNUSED_\d+|seed:\w+|im_start|im_end)\s*>/g;

/** Text that a model is given in one of these is a message, a tool call, its result, or an order. */
const structure =
  'system(?:[-_][\\w-]*)?|user|assistant|human|developer|tool(?:[-_][\\w-]*)?|function(?:[-_][\\w-]*)?|invoke|think(?:ing)?|instructions?|untrusted[\\w-]*|recorded-data[\\w-]*|stated-by-user[\\w-]*';
const structureTags = new RegExp(`(<)/?(?:[\\w.-]{1,40}:)?(${structure})(?=[\\s>/=]|$)`, 'gi');

/** A type in a program: `Promise<User>`. Tags of prompts have small letters, or capitals only. */
const isType = (before: string, name: string): boolean =>
  /[\w$]/.test(before) && /^[A-Z]/.test(name) && /[a-z]/.test(name);

/** A picture from elsewhere, which some clients would fetch when they show it. */
const remotePicture = /(!)\[[^\]\n]{0,100}\]\(\s*<?(?:[a-z][a-z0-9+.-]{0,20}:)?\/\//gi;

/** Where a text must be broken so that it holds no chat token: places in its reading. */
export function chatTokens(reading: string): number[] {
  const places: number[] = [];
  for (const pattern of [...betweenBars, ...otherShapes, inBrackets, tokenTags, remotePicture]) {
    for (const match of reading.matchAll(pattern)) places.push(match.index + breakIn(match));
  }
  for (const match of reading.matchAll(structureTags)) {
    const [, , name = ''] = match;
    if (!isType(reading.charAt(match.index - 1), name)) places.push(match.index + 1);
  }
  return places;
}

/** The end of the group that matched. */
function breakIn([whole, ...groups]: RegExpExecArray): number {
  const sign = groups.find((group) => group !== undefined) ?? '';
  return whole.indexOf(sign) + sign.length;
}

const tag = /<(\/?)([A-Za-z][\w:.-]{0,80})(?:\s[^<>]{0,500})?(\/?)>/g;

/** Characters that the longest closing tag has. */
const maxClosing = 600;
/** What comes after the text could end it. */
const unfinishedClosing = /<\/[A-Za-z][\w:.-]{0,80}(?:\s[^<>]{0,500})?$/;

/** Closing tags of what the text itself has not opened: they could seem to close what stands around it. */
export function strayClosings(reading: string): number[] {
  const places: number[] = [];
  const open = new Map<string, number>();
  for (const { 1: closing, 2: name = '', 3: empty, index } of reading.matchAll(tag)) {
    const known = open.get(name) ?? 0;
    if (closing === '') {
      if (empty === '') open.set(name, known + 1);
    } else if (known > 0) open.set(name, known - 1);
    else places.push(index + 1);
  }
  const last = unfinishedClosing.exec(reading.slice(-maxClosing));
  if (last !== null) places.push(Math.max(0, reading.length - maxClosing) + last.index + 1);
  return places;
}
