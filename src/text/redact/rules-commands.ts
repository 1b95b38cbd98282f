import { matchAt, type RedactionRule, type SecretFinding } from './rule.ts';
import { isPlainWord, isStandIn, isUnmistakable } from './values.ts';

/** A flag that carries a password, but only after one of these commands on the same line. */
interface PasswordFlag {
  readonly flags: readonly string[];
  readonly commands: RegExp;
  /** What stands between the flag and the password. */
  readonly gap: string;
}

// Between two arguments: blanks, or the marks of a list of arguments (`["-p", "…"]`).
const apart = `(?: {1,3}|["'],\\s{0,20})["']?`;
const together = `(?=[^\\s"'=-])`;
const user = `(?: {0,3}|=|["'],\\s{0,20})["']?([^\\s:"'$,<[]{0,128})["']?:["']?`;

const passwordFlags: readonly PasswordFlag[] = [
  {
    flags: ['-u', '--user', '--proxy-user', '-U'],
    commands: /\b(?:curl|wget|https?|xh|siege|ab|jq)\b/,
    gap: user,
  },
  { flags: ['-a', '--auth'], commands: /\b(?:https?|xh)\b/, gap: user },
  { flags: ['-p'], commands: /\b(?:mysql|mariadb)\w*\b/, gap: together },
  { flags: ['-p'], commands: /\b(?:7z[ar]?|rar|unrar)\b/, gap: together },
  {
    flags: ['-p'],
    commands:
      /\b(?:sshpass|mongo(?:sh|dump|restore|import|export)?|rabbitmqadmin|hydra|crackmapexec|nxc|evil-winrm|rdesktop|az login|clickhouse-client|arangosh|influx|cqlsh|snowsql|vncviewer|smbmap)\b|\b(?:docker|podman|helm registry|oras|crane|skopeo|buildah|nerdctl|oc|cf|tsh) (?:auth )?login\b/,
    gap: `(?: {0,3}|["'],\\s{0,20})["']?`,
  },
  { flags: ['-w'], commands: /\b(?:ldap\w+|kadmin(?:\.local)?|dsconf|pkiutil|certutil)\b/, gap: apart },
  { flags: ['-a'], commands: /\bredis-cli\b/, gap: apart },
  {
    flags: ['-P'],
    commands: /\b(?:sqlcmd|bcp|osql|tsql|ipmitool|mosquitto_(?:pub|sub)|zip|unzip|zipcloak|sqlplus)\b/,
    gap: `(?: {0,3}|["'],\\s{0,20})["']?`,
  },
  {
    flags: ['-U'],
    commands: /\b(?:smbclient|rpcclient|smbget|net)\b/,
    gap: `(?: {1,3}|["'],\\s{0,20})["']?[^\\s%"']{1,128}%`,
  },
  { flags: ['-u'], commands: /\blftp\b/, gap: `(?: {1,3}|["'],\\s{0,20})["']?[^\\s,"']{1,128},` },
  {
    flags: ['-storepass', '-keypass', '-srcstorepass', '-deststorepass'],
    commands: /\b(?:keytool|jarsigner)\b/,
    gap: apart,
  },
  { flags: ['-passin', '-passout'], commands: /\bopenssl\b/, gap: `(?: {1,3}|["'],\\s{0,20})["']?pass:` },
  { flags: ['-pw'], commands: /\b(?:plink|pscp|psftp|putty)\b/, gap: apart },
];

const passwordArgument = /[^\s"'`;|\\,]{1,256}/y;

/** Passwords given to well-known commands by a short flag: `curl -u me:…`, `mysql -p…`, `['ldapsearch', '-w', '…']`. */
export const commandRules: readonly RedactionRule[] = passwordFlags.map(({ flags, commands, gap }) => {
  const opening = new RegExp(`["' ](?:${flags.join('|')})${gap}`, 'y');
  return {
    anchors: flags.flatMap((flag) => [' ', '"', "'"].map((before) => before + flag)),
    find(text, at, floor) {
      const match = matchAt(opening, text, at);
      if (match === undefined || !commands.test(lineBefore(text, at, floor))) return undefined;
      const start = at + match[0].length;
      const password = matchAt(passwordArgument, text, start)?.[0];
      // With an empty password the user is the key: `curl -u sk_…:`.
      if (password === undefined) return userFinding(match[0], match[1], at);
      if (isStandIn(password) || isPlainWord(password)) return undefined;
      return [{ kind: 'password', start, end: start + password.length }];
    },
  };
});

function userFinding(opening: string, user: string | undefined, at: number): SecretFinding[] | undefined {
  if (user === undefined || !isUnmistakable(user)) return undefined;
  const start = at + opening.lastIndexOf(user);
  return [{ kind: 'api-key', start, end: start + user.length }];
}

/** The command up to here: its line, and the lines before that end with a backslash. */
function lineBefore(text: string, at: number, floor: number): string {
  const before = text.slice(Math.max(0, Math.min(floor, at - 200), at - 400), at);
  return before.slice(
    before.replace(/\\\r?\n/g, (ending) => ' '.repeat(ending.length)).lastIndexOf('\n') + 1,
  );
}

/** A phrase whose next words are a password: the first group of the pattern. */
const phrases: readonly { readonly anchors: readonly string[]; readonly pattern: RegExp }[] = [
  // SQL writes texts in single quotes; in double quotes the words are mostly prose.
  { anchors: ['identified by '], pattern: /identified by (?:password )?'([^']{1,256})'/iy },
  { anchors: ['securestring'], pattern: /securestring(?: -string)? {1,3}["']([^"'$]{1,256})["']/iy },
  {
    anchors: ['--from-literal'],
    pattern: /--from-literal(?:=| {1,3})["']?[\w.-]{1,128}=["']?([^\s"'\\]{1,1024})/y,
  },
  {
    anchors: ['htpasswd -'],
    pattern: /htpasswd -\w{0,6}b\w{0,6} (?:[^\s"']{1,200} ){1,2}["']?([^\s"'$|;&]{1,128})["']?/y,
  },
  { anchors: ['chpasswd'], pattern: /chpasswd {0,3}<<<? {0,3}["']?[\w.-]{1,64}:([^\s"']{1,128})/y },
  {
    anchors: ['echo '],
    pattern: /echo (?:-n )?["']?[\w.-]{1,64}:([^\s"']{1,128})["']? {0,3}\| {0,3}(?:sudo )?chpasswd/y,
  },
];

/** Passwords that a phrase announces: `IDENTIFIED BY '…'`, `ConvertTo-SecureString "…"`, `--from-literal=name=…`. */
export const phraseRules: readonly RedactionRule[] = phrases.map(({ anchors, pattern }) => ({
  anchors,
  find(text, at) {
    const match = matchAt(pattern, text, at);
    const password = match?.[1];
    if (match === undefined || password === undefined || isStandIn(password)) return undefined;
    const start = at + match[0].lastIndexOf(password);
    return [{ kind: 'password', start, end: start + password.length }];
  },
}));
