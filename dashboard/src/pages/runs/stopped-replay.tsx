import { OctagonPause } from 'lucide-react';
import type { Schema } from '../../api/types.ts';
import { LinkButton } from '../../components/button.tsx';
import { placeName } from '../templates/plan-calls.tsx';

/** `diverged at call 1: In the answer of "get_order", $.status is not what it was` */
const summary = /^diverged at call (\d+): (.*)$/s;

/** Says that a replay stopped before it wrote anything, where and why, and what to do. */
export function StoppedReplay({ run }: { readonly run: Schema<'RunShowAnswer'> }) {
  const [, call, reason = run.summary ?? ''] = summary.exec(run.summary ?? '') ?? [];
  if (run.mode.kind !== 'template') return null;
  return (
    <section
      aria-label="Where the replay stopped"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-xl border border-warn bg-warn-soft px-5 py-4"
    >
      <div className="min-w-60 flex-1">
        <h2 className="flex items-center gap-2 font-semibold text-warn">
          <OctagonPause aria-hidden className="size-5" />
          Stopped{call === undefined ? '' : ` at call ${call}`} before anything was written
        </h2>
        <p className="mt-1 text-small">
          {reason.replace(/\$\.[\w.[\]]+/g, (place) => placeName(place))}. The calls after this one were not
          made.
        </p>
      </div>
      <LinkButton href={`/templates/${run.mode.templateId}?tab=run`}>Open the template</LinkButton>
    </section>
  );
}
