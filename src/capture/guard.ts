import { EngramError } from '../errors.ts';
import type { JsonObject } from '../json/json.ts';
import type { Context } from '../ports/context.ts';
import type { Guard } from '../ports/guard.ts';
import type { RunOptions } from '../ports/run-handle.ts';
import { callSign, type Finding, type RecentCall, trialId } from '../records/check.ts';
import type { Trial } from '../records/lesson.ts';
import { schemaVersion } from '../records/record.ts';
import type { Run } from '../records/run.ts';
import { redactValue } from '../text/redact/redact.ts';
import type { Recorder } from './recorder.ts';

interface GuardedCall {
  readonly value: JsonObject;
  readonly atMostBytes: number;
}

/** The step that a call is going to be. */
interface PlacedStep {
  readonly id: string;
  readonly position: number;
}

/** A run whose calls are looked at before they are made. */
export interface GuardedRun {
  /** The findings that block a call; empty when it may be made. Warnings have been delivered by then. */
  before(tool: string, given: GuardedCall, step: PlacedStep): readonly Finding[];
  /** The agent has been told of what blocks its call. */
  told(findings: readonly Finding[]): void;
  /** A call was made. */
  after(tool: string, success: boolean): void;
  /** A check, by id or slug, is to block no more. */
  acknowledge(check: string): void;
}

/** How far back checks may look. */
const maxRecent = 100;
/** Larger arguments are not compared with those of the next call. */
const maxSigned = 100_000;

/**
 * Keeps what a run's guard has said. Within a run a check warns once, and is tried once, however often it fires: ten
 * calls in a loop are one experience and not ten. A predicate blocks until it holds or is acknowledged; a command or a
 * question blocks once, because then it has been read.
 */
export function guardRun(
  context: Pick<Context, 'clock' | 'ids'>,
  run: Run,
  recorder: Pick<Recorder, 'write'>,
  guard: Guard,
  onWarning: RunOptions['onWarning'],
): GuardedRun {
  const { stage, task } = run;
  const recent: RecentCall[] = [];
  /** Checks that have been tried in this run. */
  const tried = new Set<string>();
  /** Checks that block no more. */
  const passed = new Set<string>();

  function look(tool: string, toolArguments: JsonObject): readonly Finding[] {
    try {
      const { category, description } = task;
      return guard.before({ tool, arguments: toolArguments, stage, category, description, recent });
    } catch {
      // A guard that fails must not keep the agent from its work.
      return [];
    }
  }

  /** Recorded with the run, so that what came of it can be found out when the run has ended. */
  function recordTrial(
    finding: Finding,
    use: 'warned' | 'blocked',
    tool: string,
    given: GuardedCall,
    step: PlacedStep,
  ) {
    tried.add(finding.check.id);
    const now = context.clock.now();
    const lesson: Trial = {
      schemaVersion,
      id: trialId(run.id, finding.check.id),
      scope: run.scope,
      createdAt: now,
      updatedAt: now,
      revision: 0,
      kind: 'trial',
      slug: null,
      keys: [run.id, finding.check.id, ...signsOf(use, given, step)],
      derivedFrom: [
        { kind: 'run', id: run.id },
        { kind: 'lesson', id: finding.check.id },
      ],
      content: {
        lesson: { kind: 'check', id: finding.check.id },
        use,
        runId: run.id,
        taskId: task.id,
        tool,
        position: step.position,
        result: null,
        note: finding.because,
      },
    };
    void recorder.write({ type: 'save-lesson', lesson, ifAbsent: true });
  }

  function hear(finding: Finding): void {
    // An async function turns what the listener throws, at once or later, into a rejection that ends here.
    (async () => onWarning?.(finding))().catch(() => {});
  }

  return {
    before(tool, given, step) {
      const findings = look(tool, given.value);
      if (findings.length === 0) return findings;
      const blocking = findings.filter(
        ({ action, check }) =>
          action === 'block' && !passed.has(check.id) && !(check.slug !== null && passed.has(check.slug)),
      );
      for (const finding of blocking.length > 0 ? blocking : findings) {
        if (tried.has(finding.check.id)) continue;
        const use = blocking.length > 0 ? 'blocked' : 'warned';
        recordTrial(finding, use, tool, given, step);
        if (use === 'warned') hear(finding);
      }
      return blocking;
    },
    told(findings) {
      for (const { verify, check } of findings) if (verify !== 'predicate') passed.add(check.id);
    },
    after(tool, success) {
      recent.push({ tool, success });
      if (recent.length > maxRecent * 2) recent.splice(0, maxRecent);
    },
    acknowledge(check) {
      passed.add(check);
    },
  };
}

/** What the call is recognised by: the step itself, or one with the same arguments when this one is not made. */
function signsOf(use: 'warned' | 'blocked', given: GuardedCall, { id }: PlacedStep): string[] {
  if (use === 'warned') return [id];
  // Redacted like the stored arguments, so that it can be compared with them and reveals no secret.
  return given.atMostBytes <= maxSigned ? [callSign(redactValue(given.value))] : [];
}

function nameOf({ check }: Finding): string {
  return check.slug ?? check.id;
}

/** What is written down instead of the call that was not made. */
export function blockedNote(tool: string, findings: readonly Finding[]): string {
  const reasons = findings.map((finding) => `"${nameOf(finding)}" (${finding.because})`);
  return `${tool} was not called: blocked by check ${reasons.join(', ')}.`;
}

/** Says why the call was not made and how to go on. */
export function blockedCall(tool: string, findings: readonly Finding[]): EngramError {
  const reasons = findings.map((finding) => {
    const { message, because, ask } = finding;
    return ask === null
      ? `${message} Here ${because}. Do that first, or go on all the same with acknowledge("${nameOf(finding)}").`
      : `${message} To be verified by you: ${ask.replace(/\s+/g, ' ')} Then call again: it is asked once in a run.`;
  });
  const [first] = findings;
  return new EngramError('blocked', `${tool} was not called. ${reasons.join(' ')}`, {
    details: {
      check: first === undefined ? null : nameOf(first),
      pattern: first?.pattern ?? null,
      evidence: first?.evidence ?? null,
      findings,
    },
  });
}
