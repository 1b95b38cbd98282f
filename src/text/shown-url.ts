/**
 * A database URL as it may be shown: without what could be a password, however oddly it is written.
 *
 * @example
 * shownUrl('postgres://ann:secret@host/db'); // 'postgres://ann:…@host/db'
 */
export function shownUrl(url: string): string {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]+:(?:\/\/)?)(.*)$/is.exec(url) ?? [];
  if (scheme === undefined || rest === undefined || /^file:/i.test(scheme)) return url;
  if (!scheme.endsWith('//') && !rest.includes('@')) return url;
  const [place = '', query] = rest.split(/\?(.*)/s);
  // A password may contain "/" and "@", so everything up to the last "@" belongs to it.
  const credentials = place.lastIndexOf('@');
  const [user = ''] = place.slice(0, Math.max(0, credentials)).split(':');
  const host = place.slice(credentials + 1);
  const shownCredentials = credentials === -1 ? '' : `${user}:…@`;
  return `${scheme}${shownCredentials}${host}${query === undefined ? '' : '?…'}`;
}
