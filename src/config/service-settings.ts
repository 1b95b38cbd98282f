import * as z from 'zod';
import { setting } from './setting-group.ts';

/** The address of a service. Credentials have a setting of their own, which is never shown. */
export function serviceUrl(keySetting: string, variable: string) {
  const url = z
    .url({ error: 'must be an http or https address', abort: true })
    .regex(
      /^https?:\/\/[^\s@?#]+$/i,
      `must be an http or https address without credentials, "?" or "#"; the key goes into ${keySetting}`,
    );
  return setting(url.nullable().default(null), { variables: [variable] });
}

/** An address that a secret may be sent to: encrypted, or on this machine. */
export const safeAddress =
  /^(?:https:\/\/[^\s@?#]+|http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:\/[^\s@?#]*)?)$/i;

/** The key of a service, for the address in the setting of this name. A secret: never shown. */
export function serviceKey(secretFor: string, ...variables: readonly string[]) {
  const key = z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'must be one word of plain characters, as the service gave it');
  return setting(key.nullable().default(null), { secretFor, variables });
}

/** Where OpenAI itself answers. */
export const openaiUrl = 'https://api.openai.com/v1';

/** Refuses the settings of a service that are not enough to use it. `name` is the setting that names its model. */
export function requireProvider<Name extends string>(group: string, name: Name, advice: string) {
  type Given = { readonly provider?: string | undefined; readonly url: string | null } & {
    readonly [Field in Name]: string | null;
  };
  return (given: Given, context: z.RefinementCtx): void => {
    const isNamed = given[name] !== null;
    const refuse = (field: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (given.provider === undefined && (given.url !== null || isNamed))
      refuse('provider', `is required with ${group}.url or ${group}.${name}: "openai" uses them`);
    if (given.provider === 'openai' && !isNamed)
      refuse(name, `is required by the provider "openai": name a model, ${advice}`);
  };
}
