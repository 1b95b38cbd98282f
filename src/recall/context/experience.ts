import { canonicalJson, type Json } from '../../json/json.ts';
import type { Memory, MemoryContent } from '../../records/memory.ts';

/** The parts of a memory in the order of a story. A missing part is null. */
export interface Experience {
  readonly situation: string | null;
  readonly action: string | null;
  readonly result: string | null;
  readonly lesson: string | null;
}

type ToldExperience = { readonly [Part in keyof Experience]?: string | undefined };

/**
 * A memory of any kind as an experience, in plain text. Lines stay as they are, for they may be code. The free
 * text is the situation for kinds that are stories (failure, collaboration, experience), unless a field has it; for
 * other kinds it is the lesson.
 *
 * @example
 * experienceOf(aMemory({ kind: 'decision', content: { context: 'timeout', action: 'retry', outcome: 'success' } }));
 * // { situation: 'timeout', action: 'retry', result: 'success', lesson: null }
 */
export function experienceOf(memory: Memory): Experience {
  const told = toldByFields(memory);
  const isStory = told.situation === undefined && stories.has(memory.kind);
  return {
    situation: tidy(isStory ? memory.text : told.situation),
    action: tidy(told.action),
    result: tidy(told.result),
    lesson: tidy(isStory ? told.lesson : sentences(memory.text, told.lesson)),
  };
}

const stories: ReadonlySet<Memory['kind']> = new Set(['failure', 'collaboration', 'experience']);

function toldByFields(memory: Memory): ToldExperience {
  switch (memory.kind) {
    case 'decision':
      return toldByDecision(memory.content);
    case 'failure':
      return {
        situation: sentences(memory.content.errorSignature, titled('Cause', memory.content.rootCause)),
        action: memory.content.solution,
        lesson: memory.content.prevention,
      };
    case 'success':
      return {
        situation: memory.content.context,
        action: sentences(memory.content.approach, titled('Steps', listed(memory.content.replicationSteps))),
        lesson: titled('What mattered', listed(memory.content.keyFactors)),
      };
    case 'collaboration':
      return {
        situation: sentences(memory.content.interaction, titled('With', listed(memory.content.partners))),
        result: memory.content.outcome,
        lesson: listed(memory.content.lessons),
      };
    case 'knowledge':
      return toldByKnowledge(memory.content);
    case 'experience':
      return toldByExperience(memory.content);
    case 'entity':
      return toldByEntity(memory.content);
    case 'rule':
      return toldByRule(memory.content);
    case 'preference':
      return { situation: memory.content.key, lesson: shown(memory.content.value) };
  }
}

function toldByDecision(content: MemoryContent<'decision'>): ToldExperience {
  return {
    situation: content.context,
    action: sentences(content.action, titled('Instead of', listed(content.alternatives))),
    result: sentences(content.outcome, titled('Quality', percent(content.outcomeQuality))),
  };
}

function toldByKnowledge(content: MemoryContent<'knowledge'>): ToldExperience {
  return {
    situation: listed([
      titled('About', content.domain),
      titled('Kind', content.knowledgeKind),
      titled('Expertise', content.expertise),
      titled('Related', listed(content.relatedEntities)),
    ]),
  };
}

function toldByExperience(content: MemoryContent<'experience'>): ToldExperience {
  const metrics = Object.entries(content.metrics ?? {}).map(([name, value]) => `${name}: ${value}`);
  return {
    situation: sentences(
      content.context,
      titled('Issue', content.issueId),
      titled('Pull request', content.pullRequestId),
    ),
    action: sentences(content.action, titled('Tools', listed(content.tools))),
    result: sentences(content.outcome, listed(metrics)),
    lesson: content.lesson,
  };
}

function toldByEntity(content: MemoryContent<'entity'>): ToldExperience {
  const properties = Object.entries(content.properties ?? {}).map(
    ([name, value]) => `${name}: ${shown(value)}`,
  );
  const relations = content.relations?.map(({ relation, entity }) => `${relation} ${entity}`);
  return {
    situation: sentences(titled(content.entityType ?? 'Entity', content.name) ?? content.entityType),
    result: titled('Times met', shown(content.interactionCount)),
    lesson: sentences(listed(properties), listed(relations)),
  };
}

function toldByRule(content: MemoryContent<'rule'>): ToldExperience {
  return {
    situation: titled('Kind of rule', content.ruleKind),
    result: sentences(
      titled('Times applied', shown(content.timesApplied)),
      titled('Successful', percent(content.ruleSuccessRate)),
    ),
  };
}

function titled(title: string, text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : `${title}: ${text}`;
}

function listed(items: ReadonlyArray<string | undefined> = []): string | undefined {
  const listed = said(items);
  return listed.join(listed.some(hasLines) ? '\n' : '; ') || undefined;
}

function percent(value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${Math.round(value * 100)} %`;
}

/** Text as it is, anything else as JSON. */
function shown(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : canonicalJson(value);
}

/** Several statements after each other: in one line, each with an end, or line by line where one has several. */
function sentences(...parts: ReadonlyArray<string | undefined>): string | undefined {
  const statements = said(parts);
  if (statements.some(hasLines)) return statements.join('\n');
  const last = statements.pop();
  return last === undefined ? undefined : [...statements.map(ended), last].join(' ');
}

function ended(statement: string): string {
  return /[.!?:;。！？…]$/u.test(statement) ? statement : `${statement}.`;
}

function said(parts: ReadonlyArray<string | undefined>): string[] {
  return parts.flatMap((part) => tidy(part) ?? []);
}

function hasLines(text: string): boolean {
  return text.includes('\n');
}

/** Without blank lines around it; one line also without white space around it. */
function tidy(text: string | undefined): string | null {
  const lines = (text ?? '')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd();
  return (hasLines(lines) ? lines : lines.trim()) || null;
}
