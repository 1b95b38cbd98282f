import { matchAt, type RedactionRule } from './rule.ts';
import { isStandIn } from './values.ts';

/** A flag that carries a password, but only after one of these commands on the same line. */
interface PasswordFlag {
  readonly anchors: readonly string[];
  readonly commands: RegExp;
  /** The text up to the password; what follows is the password itself. */
  readonly flag: RegExp;
}

const passwordFlags: readonly PasswordFlag[] = [
  {
    anchors: [' -u', ' --user ', ' --user=', ' --proxy-user '],
    commands: /\b(?:curl|wget|http|https|xh)\b/,
    flag: / (?:-u|--user|--proxy-user)[ =]{0,3}["']?[^\s:"'$]{1,128}:/y,
  },
  { anchors: [' -p'], commands: /\bmysql\w*\b/, flag: / -p(?=[^\s"'-])["']?/y },
  { anchors: [' -p'], commands: /\bsshpass\b|\b(?:docker|podman) login\b/, flag: / -p[ ]{0,3}["']?/y },
  { anchors: [' -a '], commands: /\bredis-cli\b/, flag: / -a[ ]{1,3}["']?/y },
];

const passwordArgument = /[^\s"'`;|\\]{1,256}/y;

/** Passwords given to well-known commands by a short flag: `curl -u me:…`, `mysql -p…`. */
export const commandRules: readonly RedactionRule[] = passwordFlags.map(({ anchors, commands, flag }) => ({
  anchors,
  find(text, at, floor) {
    const opening = matchAt(flag, text, at);
    if (opening === undefined || !commands.test(lineBefore(text, at, floor))) return undefined;
    const start = at + opening[0].length;
    const password = matchAt(passwordArgument, text, start)?.[0];
    if (password === undefined || isStandIn(password)) return undefined;
    return [{ kind: 'password', start, end: start + password.length }];
  },
}));

function lineBefore(text: string, at: number, floor: number): string {
  const before = text.slice(Math.max(0, Math.min(floor, at - 200), at - 400), at);
  return before.slice(before.lastIndexOf('\n') + 1);
}

// SQL writes texts in single quotes; in double quotes the words are mostly prose.
const identifiedBy = /identified by (?:password )?'([^']{1,256})'/iy;

/** The password of a database user: `IDENTIFIED BY '…'`. */
export const identifiedByRule: RedactionRule = {
  anchors: ['identified by '],
  find(text, at) {
    const match = matchAt(identifiedBy, text, at);
    const password = match?.[1];
    if (match === undefined || password === undefined || isStandIn(password)) return undefined;
    const end = at + match[0].length - 1;
    return [{ kind: 'password', start: end - password.length, end }];
  },
};
