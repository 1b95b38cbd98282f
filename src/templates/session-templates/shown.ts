import type { SessionTemplate } from '../../records/lesson.ts';
import { type SessionType, sessionTypes } from '../../records/session-template.ts';
import type { SessionTemplateDetails, SessionTemplateStatistics, ShownSessionTemplate } from './contract.ts';
import { effectivenessOf } from './effectiveness.ts';

/** A template as it is listed. */
export function shownTemplate(lesson: SessionTemplate): ShownSessionTemplate {
  const { id, slug, content } = lesson;
  const { sessionId, type, tags, description, version, status, retiredBecause, automatic } = content;
  return {
    id,
    name: slug ?? id,
    agent: lesson.scope.agent,
    createdAt: lesson.createdAt,
    updatedAt: lesson.updatedAt,
    sessionId,
    type,
    tags,
    description,
    version,
    status,
    retiredBecause,
    automatic,
    examples: content.examples.length,
    usage: content.usage,
    lastUsedAt: content.lastUsedAt,
    effectiveness: effectivenessOf(content),
  };
}

export function templateDetails(lesson: SessionTemplate): SessionTemplateDetails {
  const { examples, earlier, seedings } = lesson.content;
  return { template: shownTemplate(lesson), examples, earlier, seedings };
}

/** All templates in figures. */
export function statisticsOf(lessons: readonly SessionTemplate[]): SessionTemplateStatistics {
  const ofType = (type: SessionType): number => lessons.filter(({ content }) => content.type === type).length;
  const byType = Object.fromEntries(sessionTypes.map((type) => [type, ofType(type)]));
  return {
    total: lessons.length,
    by_type: byType as Record<SessionType, number>,
    total_examples: sum(lessons.map(({ content }) => content.examples.length)),
    total_usage: sum(lessons.map(({ content }) => content.usage + sum(content.earlier.map(usageOf)))),
  };
}

const usageOf = ({ usage }: { readonly usage: number }): number => usage;

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
