import type { SessionTemplate } from '../../records/lesson.ts';
import type { SessionTemplateFile } from '../../records/session-template-file.ts';

/** A template as a file (SES-7). How sessions fared with it stays behind: elsewhere that is found out anew. */
export function templateFile({ id, slug, createdAt, content }: SessionTemplate): SessionTemplateFile {
  const { type, examples, description, usage, imported, sessionId, tags } = content;
  return {
    name: slug ?? id,
    task_type: type,
    examples: examples.map(({ tool, arguments: given, result, turn }, place) => ({
      tool_name: tool,
      arguments: given,
      result,
      success: true,
      turn_number: turn ?? place,
    })),
    description,
    created_at: new Date(createdAt).toISOString(),
    usage_count: usage + (imported?.usage ?? 0),
    source_session_id: sessionId,
    tags,
  };
}
