import { base64PrefixOf } from './base64.ts';
import { isMask, matchAt, type RedactionRule } from './rule.ts';

/** A form whose anchor stands inside the token, so the rule also looks back. */
interface EmbeddedForm {
  readonly kind: string;
  readonly anchors: readonly string[];
  readonly before: RegExp;
  readonly longestBefore: number;
  readonly after: RegExp;
}

const embeddedForms: readonly EmbeddedForm[] = [
  {
    kind: 'telegram-token',
    anchors: [':AA'],
    before: /(?<!\d)\d{8,10}$/,
    longestBefore: 11,
    after: /:AA[\w-]{32,36}/y,
  },
  {
    kind: 'azure-client-secret',
    anchors: Array.from('0123456789', (digit) => `${digit}Q~`),
    before: /(?<![\w.~-])[\w.~-]{3}$/,
    longestBefore: 4,
    after: /\dQ~[\w.~-]{31,34}/y,
  },
  {
    kind: 'terraform-token',
    anchors: ['.atlasv1.'],
    before: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}$/,
    longestBefore: 15,
    after: /\.atlasv1\.[\w=-]{40,120}/y,
  },
  {
    // A Discord token begins with the base64 of a decimal user id; three characters of it tell two digits.
    kind: 'discord-token',
    anchors: Array.from({ length: 90 }, (_, index) => base64PrefixOf(`${10 + index}0`).slice(0, 3)),
    before: /(?<![A-Za-z0-9])$/,
    longestBefore: 1,
    after: /[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,40}/y,
  },
  {
    kind: 'mailchimp-key',
    anchors: ['-us'],
    before: /(?<![0-9A-Za-z])[0-9a-f]{32}$/,
    longestBefore: 33,
    after: /-us\d{1,2}(?![\w-])/y,
  },
  {
    kind: 'rapidapi-key',
    anchors: ['jsn'],
    before: /(?<![0-9A-Za-z])[0-9a-z]{10}msh[0-9a-z]{15}p1[0-9a-z]{5}$/,
    longestBefore: 36,
    after: /jsn[0-9a-z]{12}/y,
  },
  {
    kind: 'maxmind-key',
    anchors: ['_mmk'],
    before: /(?<![0-9A-Za-z])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}$/,
    longestBefore: 37,
    after: /_mmk(?!\w)/y,
  },
  {
    // Microsoft marks the keys of its cloud in the middle, so that scanners know them.
    kind: 'azure-key',
    anchors: ['JQQJ9', 'AZDO', 'AzFu', 'AzSe', '+ASt', 'ACDb', '+AEh', '+ACR', 'AzCa', 'APIM'],
    before: /(?<![\w+/])[\w+/-]{32,76}$/,
    longestBefore: 78,
    after:
      /(?:JQQJ9[\w+/]{20,40}|(?:AZDO|AzFu|AzSe|\+ASt|ACDb|\+AEh|\+ACR|AzCa|APIM)[\w+/-]{4,8}={0,2})(?![\w+/])/y,
  },
  {
    kind: 'newrelic-key',
    anchors: ['NRAL'],
    before: /(?<![0-9A-Za-z])[0-9a-z]{36}$/,
    longestBefore: 37,
    after: /NRAL(?!\w)/y,
  },
  {
    kind: 'dropbox-token',
    anchors: ['AAAAAAAAAA'],
    before: /(?<![\w-])[\w-]{11}$/,
    longestBefore: 12,
    after: /A{10}[\w=-]{43}(?![\w-])/y,
  },
  {
    kind: 'salesforce-token',
    anchors: ['!AQ'],
    before: /(?<!\w)00D[A-Za-z0-9]{12,15}$/,
    longestBefore: 19,
    after: /!AQ[\w.]{60,140}/y,
  },
  {
    kind: 'authress-key',
    anchors: ['.acc_', '.acc-'],
    before: /(?<!\w)(?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}$/,
    longestBefore: 48,
    after: /\.acc[_-][A-Za-z0-9-]{10,32}\.[\w+/=-]{30,120}/y,
  },
  {
    kind: 'discord-webhook',
    anchors: ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    before: /$/,
    longestBefore: 0,
    after: /(discord(?:app)?\.com\/api\/webhooks\/\d{10,25}\/)[\w-]{30,120}/y,
  },
];

/** Tokens recognised by something in their middle. */
export const embeddedRules: readonly RedactionRule[] = embeddedForms.map((form) => ({
  anchors: form.anchors,
  find(text, at, floor) {
    const match = matchAt(form.after, text, at);
    if (match === undefined || isMask(match[0])) return undefined;
    const before = form.before.exec(text.slice(Math.max(floor, at - form.longestBefore), at));
    if (before === null) return undefined;
    const kept = match[1]?.length ?? 0;
    return [{ kind: form.kind, start: at - before[0].length + kept, end: at + match[0].length }];
  },
}));
