import type { CheckContent, Condition, Verification } from '../model/check.ts';
import type { Lesson, LessonOf } from '../model/lesson.ts';
import { formatPath, parsePath } from '../model/path.ts';
import { errorSignature } from '../model/signature.ts';
import { redactText, redactValue } from './redact/redact.ts';
import { redactName, redactOptional } from './redact/redact-name.ts';

/** A lesson without secrets. Slugs and ids are left alone, and the state of grouping, which is made of stored texts. */
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
  const parts = parsePath(condition.path) ?? [];
  const name = parts.findLast((part) => typeof part === 'string');
  const redacted = parts.map((part) => (typeof part === 'string' ? redactText(part) : part));
  const path = redacted.every((part, index) => part === parts[index]) ? condition.path : formatPath(redacted);
  const value = redactValue(condition.value);
  const judged = name === undefined ? value : redactValue({ [name]: value })[name];
  return { ...condition, path, value: judged ?? value };
}
