/** Deepest nesting of an error in an answer that is looked into. */
const maxDepth = 5;
/** Members that hold an error of their own: it says more than what a logger or a service says about it. */
const errorKeys = ['error', 'err', 'exception'];
/** Members that say what is wrong, and then those that an answer may be wrapped in. */
const messageKeys = [
  'message',
  'msg',
  'error_description',
  'detail',
  'error',
  'err',
  'errors',
  'exception',
  'reason',
  'title',
  'description',
  'stack',
  'content',
  'text',
  'body',
  'data',
  'result',
];
/** Keys of logs, what went wrong before what a program says about it. */
const loggedKeys = [
  /\s(?:err|error|exception)="((?:[^"\\\n]|\\.){1,2000})"/,
  /\s(?:msg|message)="((?:[^"\\\n]|\\.){1,2000})"/,
];
const kindKeys = ['code', 'type', 'name', 'status'];
/** Kinds that every error has, and every text in a list of contents. */
const saysNothing = /^(?:Error|error|text)$/;
/** Lines of a log in JSON that are read, and from where on a number is a level of errors. */
const maxLines = 200;
const errorLevel = 50;
/** Members of a list or an object that are looked into. */
const maxMembers = 50;

/** What the JSON of a service or of a log says is wrong: `not_found: no such order`. Nothing when it is no such text. */
export function readErrorBody(text: string): string | undefined {
  if (/^\s*[[{"]/.test(text)) {
    if (/[\]}"]\s*$/.test(text)) {
      const whole = parsed(text);
      if (whole !== undefined) return messageIn(whole, maxDepth);
    }
    return readLogLines(text);
  }
  return undefined;
}

/** Members that programs write to. */
const streams = ['stderr', 'stdout', 'output'];

/** What the JSON around an output holds: the streams of a program, or a list of what was found. */
export function readOutputBody(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text) || !/[\]}]\s*$/.test(text)) return undefined;
  return outputIn(parsed(text), maxDepth);
}

function outputIn(value: unknown, depth: number): string | undefined {
  if (depth === 0 || typeof value !== 'object' || value === null) return undefined;
  const body = value as Readonly<Record<string, unknown>>;
  const written = streams
    .map((key) => body[key])
    .find((said) => typeof said === 'string' && said.trim() !== '');
  if (typeof written === 'string') return messageInText(written, depth) ?? written;
  for (const inner of Object.values(body).slice(0, maxMembers)) {
    if (typeof inner !== 'object') continue;
    const found = messageIn(inner, depth) ?? outputIn(inner, depth - 1);
    if (found !== undefined && found !== '') return found;
  }
  return undefined;
}

/** A text before JSON that says what is wrong: `Request failed: {"message":"no such order"}`. */
export function readErrorBehind(text: string): string | undefined {
  if (!text.trimEnd().endsWith('}')) return undefined;
  const at = /^[^\n{]{3,300}(?=\{\s*")/.exec(text)?.[0].length;
  if (at === undefined) return undefined;
  const said = messageIn(parsed(text.slice(at)), maxDepth);
  return said === undefined ? undefined : `${text.slice(0, at).trimEnd()} ${said}`;
}

/** A record of a log as keys and values: `time=… level=error msg="no such order"`. */
export function readLoggedPairs(text: string): string | undefined {
  if (!/(?:^|\s)(?:level|lvl|severity)=/.test(text.slice(0, 400))) return undefined;
  for (const key of loggedKeys) {
    const said = key.exec(text)?.[1];
    if (said !== undefined) return said.replaceAll('\\"', '"');
  }
  return undefined;
}

/** The first line of a log in JSON that tells of an error, else the first that says anything. */
function readLogLines(text: string): string | undefined {
  if (!/^\s*\{.*\}\s*$/m.test(text)) return undefined;
  const lines = text.split('\n', maxLines).filter((line) => line.trim() !== '');
  const records = lines
    .map((line) => (/^\s*\{.*\}\s*$/.test(line) ? parsed(line) : undefined))
    .filter((record) => record !== undefined);
  // A program may have JSON among much else that it writes.
  if (records.length * 2 < lines.length) return undefined;
  const failed = records.find(isErrorRecord) ?? records[0];
  return messageIn(failed, maxDepth);
}

function isErrorRecord(record: unknown): boolean {
  const { level, severity, ...members } = record as Readonly<Record<string, unknown>>;
  const said = level ?? severity;
  if (typeof said === 'number') return said >= errorLevel;
  return /^(?:err|fatal|crit)/i.test(String(said)) || errorKeys.some((key) => members[key] !== undefined);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function messageIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return (depth > 0 ? messageInText(value, depth) : undefined) ?? value;
  if (depth === 0 || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return messageIn(value[0], depth - 1);
  const body = value as Readonly<Record<string, unknown>>;
  const isLogged = ['level', 'severity', 'lvl'].some((key) => body[key] !== undefined);
  for (const key of errorKeys) {
    const inner = isLogged || typeof body[key] === 'object' ? messageIn(body[key], depth - 1) : undefined;
    if (inner !== undefined) return inner;
  }
  for (const key of messageKeys) {
    const message = messageIn(body[key], depth - 1);
    if (message === undefined || message === '') continue;
    const kind = kindKeys.map((name) => body[name]).find((found) => typeof found === 'string');
    return isTold(`${kind ?? ''}`, message) ? message : `${kind}: ${message}`;
  }
  return undefined;
}

/** JSON inside of a text of JSON. */
function messageInText(text: string, depth: number): string | undefined {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  const inner = parsed(text);
  return inner === undefined || typeof inner === 'string' ? undefined : messageIn(inner, depth - 1);
}

/** Whether a kind adds nothing to a message. */
function isTold(kind: string, message: string): boolean {
  return kind === '' || saysNothing.test(kind) || message.includes(kind);
}
