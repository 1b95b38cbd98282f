import type { Step } from '../../api/types.ts';
import { Badge } from '../../components/badge.tsx';
import { Facts } from '../../components/facts.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { provenanceWords } from '../../components/provenance.tsx';
import { SignatureText } from '../../components/signature-text.tsx';
import { formatCount, formatDuration, formatTime } from '../../format.ts';

/** What went into a step and what came out. */
export function StepDetails({ step }: { readonly step: Step }) {
  return (
    <div className="space-y-4 bg-sunken px-5 pb-5 pt-2">
      {step.error !== null && (
        <div className="rounded-lg border border-bad bg-bad-soft px-4 py-3">
          <p className="font-medium text-bad wrap-anywhere">{step.error.message}</p>
          <p className="mt-1 text-small">
            Signature: <SignatureText text={step.error.signature} />
          </p>
        </div>
      )}
      {step.kind === 'tool' && (
        <div className="grid gap-4 md:grid-cols-2">
          <div className="min-w-0">
            <h3 className="mb-1 text-small font-medium">Arguments</h3>
            <JsonView value={step.arguments} />
          </div>
          {step.success && (
            <div className="min-w-0">
              <h3 className="mb-1 text-small font-medium">Result</h3>
              <JsonView value={step.result ?? null} />
            </div>
          )}
        </div>
      )}
      {(step.kind === 'note' || step.kind === 'message') && (
        <p className="whitespace-pre-wrap wrap-anywhere">{step.text}</p>
      )}
      <Facts
        facts={{
          Started: formatTime(step.startedAt),
          Duration: formatDuration(step.durationMs),
          Agent: step.agent,
          ...(step.kind === 'tool' && { Known: provenanceWords[step.provenance] }),
          'Sub-task': step.subTask?.text,
          ...(step.kind === 'model' && {
            'Tokens in': formatCount(step.inputTokens),
            'Tokens out': formatCount(step.outputTokens),
          }),
          Truncated:
            step.kind === 'tool' && step.truncated.length > 0 ? (
              <Badge tone="warn">{step.truncated.join(', ')}</Badge>
            ) : null,
        }}
      />
    </div>
  );
}
