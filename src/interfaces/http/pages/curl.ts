import type { Route } from '../routes.ts';

/** Placeholders for the address of the server and the token's header, filled in per request. */
export const originMark = '__ORIGIN__';
export const tokenMark = '__TOKEN__';

/** A command that calls the route with its example; it can be pasted as it is. */
export function curlFor({ method, path, pathFields, takesBody, example = {} }: Route): string {
  const filled = path.replace(/\{(\w+)\}/g, (_match, field: string) =>
    encodeURIComponent(String(example[field] ?? field)),
  );
  const rest = Object.entries(example).filter(([field]) => !pathFields.includes(field));
  const parameters = rest.map(([field, value]): [string, string] => [field, String(value)]);
  const query = takesBody ? '' : new URLSearchParams(parameters).toString();
  const url = `${originMark}${filled}${query === '' ? '' : `?${query}`}`;
  const body = JSON.stringify(Object.fromEntries(rest));
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'${tokenMark}`,
    ...(takesBody ? [`-H 'Content-Type: application/json'`, `-d ${shellQuoted(body)}`] : []),
  ].join(' \\\n  ');
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
