import { canonicalJson } from '../../json/json.ts';
import type { SessionTemplateFile } from '../../records/session-template-file.ts';
import { isRedacted } from '../../text/placeholder.ts';
import { maxArgumentsLength, maxResultLength } from './extract.ts';
import type { NewVersion } from './versions.ts';

type ExampleInFile = SessionTemplateFile['examples'][number];

/** An example of a file that is not taken. */
export interface LeftOutExample {
  readonly place: number;
  readonly reason: string;
}

/**
 * What a file makes of a template: the version it gives, and the examples that are left out by the same rules as those of a
 * session. The file has lost its secrets before.
 */
export function versionOf(file: SessionTemplateFile): {
  readonly version: NewVersion;
  readonly leftOut: readonly LeftOutExample[];
} {
  const judged = file.examples.map((example, place) => ({ example, place, reason: problemOf(example) }));
  const examples = judged.flatMap(({ example, place, reason }) =>
    reason === undefined
      ? [
          {
            callId: `example-${place + 1}`,
            tool: example.tool_name,
            arguments: example.arguments,
            result: example.result,
            turn: example.turn_number,
          },
        ]
      : [],
  );
  return {
    version: {
      sessionId: file.source_session_id,
      type: file.task_type,
      statedType: file.task_type,
      examples,
      automatic: false,
      tags: file.tags,
      description: file.description,
      imported: { usage: file.usage_count },
    },
    leftOut: judged.flatMap(({ place, reason }) => (reason === undefined ? [] : [{ place, reason }])),
  };
}

function problemOf({ arguments: given, result }: ExampleInFile): string | undefined {
  const written = canonicalJson(given);
  if (isRedacted(written)) return 'its arguments hold a secret, and would teach to send a placeholder';
  if (written.length > maxArgumentsLength)
    return `its arguments have ${written.length} characters; the limit is ${maxArgumentsLength}`;
  const length = typeof result === 'string' ? result.length : JSON.stringify(result).length;
  return length > maxResultLength
    ? `its result has ${length} characters; the limit is ${maxResultLength}`
    : undefined;
}
