import type { Schema, Step } from '../api/types.ts';
import { Badge } from './badge.tsx';
import { RelativeTime } from './relative-time.tsx';

type Provenance = Step['provenance'];
type ShownArrival = NonNullable<Schema<'Template'>['savedBy']>;

/** How a call is known, by the door it came through. */
export const provenanceWords: Readonly<Record<Provenance, string>> = {
  made: 'Made by Engram',
  wrapped: 'Seen by Engram',
  transcript: 'From a transcript',
  reported: 'Reported by an agent',
};

const meanings: Readonly<Partial<Record<Provenance, string>>> = {
  transcript: 'A file says so; Engram did not see the call',
  reported: 'An agent says so; Engram did not see the call',
};

/** A badge on calls that Engram did not see; nothing on the others. */
export function ProvenanceBadge({ provenance }: { readonly provenance: Provenance }) {
  const meaning = meanings[provenance];
  if (meaning === undefined) return null;
  return (
    <span title={meaning} className="shrink-0">
      <Badge tone="warn">{provenance}</Badge>
    </span>
  );
}

const doors: Readonly<Record<ShownArrival['door'], string>> = {
  terminal: 'on a terminal',
  flag: 'by a command that asked nothing',
  page: 'on the dashboard',
  scope: 'over HTTP, by the scope of a token',
  library: 'by a program',
  mcp: 'over MCP',
};

/** Who saved or approved a template, and how that came: "over MCP, by alice". */
export const arrivalWords = ({ by, door }: Pick<ShownArrival, 'by' | 'door'>): string =>
  `${doors[door]}, by ${by ?? 'the owner'}`;

/** The same with its time, as a fact; nothing where it is not known. */
export function Arrival({ arrival }: { readonly arrival: ShownArrival | null }) {
  if (arrival === null) return null;
  return (
    <>
      {arrivalWords(arrival)}, <RelativeTime at={arrival.at} />
    </>
  );
}
