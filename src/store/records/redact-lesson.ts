import type { JsonObject } from '../../json/json.ts';
import type { CheckContent, Condition, Verification } from '../../records/check.ts';
import type { Lesson, LessonOf } from '../../records/lesson.ts';
import { redactText, redactValue } from '../../text/redact/redact.ts';
import { redactName, redactOptional } from '../../text/redact/redact-name.ts';
import { redactAt, redactPath } from '../../text/redact/redact-place.ts';
import { errorSignature } from '../../text/signature.ts';
import { redactCall } from './redact-details.ts';

/**
 * A lesson without secrets. Slugs and ids are left alone, and what is made of them and of numbers; so is the state of
 * grouping, which is made of stored texts.
 */
export function redactLesson(lesson: Lesson): Lesson {
  const keys = lesson.keys.map(redactSignature);
  switch (lesson.kind) {
    case 'failure':
      return { ...lesson, keys, content: redactFailure(lesson.content) };
    case 'solution':
      return { ...lesson, keys, content: redactSolution(lesson.content) };
    case 'check':
      return { ...lesson, keys, content: redactCheck(lesson.content) };
    case 'trial': {
      const { content } = lesson;
      const tool = redactName(content.tool);
      return { ...lesson, keys, content: { ...content, tool, note: redactText(content.note) } };
    }
    case 'agent-memory':
      return { ...lesson, keys, content: withRedactedSent(redactAgentMemory(lesson.content)) };
    case 'example':
      return { ...lesson, keys, content: withRedactedSent(redactCall(lesson.content)) };
    case 'session-template':
      return { ...lesson, keys, content: redactSessionTemplate(lesson.content) };
    case 'experiment': {
      const { content } = lesson;
      return { ...lesson, keys, content: { ...content, summary: redactText(content.summary) } };
    }
    case 'name':
    case 'grouping':
      return { ...lesson, keys };
  }
}

/** Made again like that of a step, so that both are still the same. */
function redactSignature(signature: string): string {
  const redacted = redactText(signature);
  return redacted === signature ? signature : errorSignature(redacted);
}

function redactFailure(content: LessonOf<'failure'>['content']): LessonOf<'failure'>['content'] {
  return {
    ...content,
    template: redactText(content.template),
    signature: redactSignature(content.signature),
    rootCause: redactOptional(content.rootCause),
  };
}

function redactSolution(content: LessonOf<'solution'>['content']): LessonOf<'solution'>['content'] {
  return {
    ...content,
    errorType: redactName(content.errorType),
    signature: redactSignature(content.signature),
    approach: redactText(content.approach),
    steps: content.steps.map(redactText),
    categories: content.categories.map(redactName),
  };
}

function redactAgentMemory(
  content: LessonOf<'agent-memory'>['content'],
): LessonOf<'agent-memory'>['content'] {
  return {
    ...content,
    strategies: content.strategies.map(redactText),
    toolSequence: content.toolSequence.map(({ step, tool, rationale }) => ({
      step,
      tool: redactName(tool),
      rationale: redactText(rationale),
    })),
    pitfalls: content.pitfalls.map(redactText),
    tips: content.tips.map(redactText),
    insights: content.insights.map(redactText),
  };
}

function withRedactedSent<Content extends { readonly sent: JsonObject }>(content: Content): Content {
  return { ...content, sent: redactValue(content.sent) };
}

function redactSessionTemplate(
  content: LessonOf<'session-template'>['content'],
): LessonOf<'session-template'>['content'] {
  return {
    ...content,
    tags: content.tags.map(redactName),
    description: redactText(content.description),
    retiredBecause: redactOptional(content.retiredBecause),
    examples: content.examples.map(redactCall),
  };
}

function redactCheck(content: CheckContent): CheckContent {
  const { when } = content;
  return {
    ...content,
    message: redactText(content.message),
    when: {
      tool: redactName(when.tool),
      mentions: when.mentions.map(redactName),
      conditions: when.conditions.map(redactCondition),
      category: redactName(when.category),
      context: redactName(when.context),
      stage: redactName(when.stage),
    },
    verify: redactVerification(content.verify),
    offReason: redactOptional(content.offReason),
  };
}

function redactVerification(verify: Verification): Verification {
  switch (verify.kind) {
    case 'predicate':
      return { ...verify, all: verify.all.map(redactCondition) };
    case 'command':
      return { ...verify, command: redactText(verify.command) };
    case 'question':
      return { ...verify, text: redactText(verify.text) };
  }
}

/** A value is judged by the name it is looked for under, as in the arguments of a call. */
function redactCondition(condition: Condition): Condition {
  if (condition.of === 'recent') return { ...condition, tool: redactName(condition.tool) };
  const { path, value } = condition;
  return { ...condition, path: redactPath(path), value: redactAt(path, value) };
}
