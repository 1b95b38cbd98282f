import { serverWording, type Wording } from '../../errors.ts';
import { operations } from '../../operations/operations.ts';

const places = new Map(operations.map(({ name, http }) => [name, http]));

/** The words of HTTP: requests, fields and headers. Settings are worded for the operator of the server. */
export const httpWording: Wording = {
  ...serverWording,
  operation(name, given) {
    const { method, path } = places.get(name) ?? { method: 'POST', path: `/api/operations/${name}` };
    const fields = new Map(Object.entries(given));
    const filled = path.replace(/\{(\w+)\}/g, (place, field: string) => {
      const value = fields.get(field);
      fields.delete(field);
      return value === undefined ? place : encodeURIComponent(value);
    });
    const rest = fields.size === 0 ? '' : ` with ${JSON.stringify(Object.fromEntries(fields))}`;
    return `${method} ${filled}${rest}`;
  },
  agent: () => 'the header X-Engram-Agent',
};
