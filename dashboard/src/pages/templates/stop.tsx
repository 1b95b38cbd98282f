import { ArrowRight, OctagonPause } from 'lucide-react';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Command } from '../../components/command.tsx';
import { toast, toastError } from '../../components/toast.tsx';
import { placeName } from './plan-calls.tsx';
import type { HowToRun } from './run-panel.tsx';

type Outcome = Exclude<Schema<'TemplateRunAnswer'>, { status: 'planned' }>;
type Divergence = NonNullable<Outcome['divergence']>;

/** Where a replay stopped: the expected value and the one found, why it matters, and what to do next. */
export function Stop({
  divergence,
  hasWritten,
  templateId,
  runId,
  onRun,
}: {
  readonly divergence: Divergence;
  readonly hasWritten: boolean;
  readonly templateId: string;
  readonly runId: string;
  readonly onRun: (how: HowToRun) => void;
}) {
  const { call, tool, place, reason, expected, found, remaining, matters, next } = divergence;
  return (
    <section
      aria-label="Where it stopped"
      className="overflow-clip rounded-xl border border-warn bg-panel shadow-panel"
    >
      <header className="bg-warn-soft px-5 py-3.5">
        <h3 className="flex items-center gap-2 text-large font-semibold text-warn">
          <OctagonPause aria-hidden className="size-5 shrink-0" />
          {hasWritten ? 'Stopped' : 'Stopped in time'} at call {call}, {tool}
        </h3>
        <p className="mt-0.5 text-small">
          {hasWritten
            ? 'Calls before this one have written. The calls after it were not made.'
            : 'Nothing was written.'}
        </p>
      </header>
      <div className="space-y-4 px-5 py-4">
        <div>
          <p className="mb-2 text-small text-soft">
            {place === undefined || place === null ? (
              reason
            ) : (
              <>
                Field <code className="font-medium text-ink">{placeName(place)}</code> in the answer of{' '}
                <code className="font-medium text-ink">{tool}</code>
              </>
            )}
          </p>
          <div className="grid items-stretch gap-2 sm:grid-cols-[1fr_auto_1fr]">
            <Value title="Expected" value={expected} look="border-good bg-good-soft text-good" />
            <ArrowRight aria-hidden className="m-auto size-5 text-faint max-sm:rotate-90" />
            <Value title="Found" value={found} look="border-bad bg-bad-soft text-bad" />
          </div>
        </div>
        {remaining.length > 0 && (
          <p className="text-small">
            <span className="text-soft">Not called: </span>
            <code className="wrap-anywhere">{remaining.join(', ')}</code>
          </p>
        )}
        {matters !== undefined && <p className="text-small text-soft">{matters}</p>}
        <div>
          <h4 className="mb-2 text-small font-semibold">What to do next</h4>
          <ul className="divide-y divide-line rounded-lg border border-line">
            <NextStep text="See what happened in this run">
              <LinkButton href={`/runs/${runId}`}>Open the run</LinkButton>
            </NextStep>
            {next
              ?.filter(({ operation, input }) => operation === 'template.run' && input['resume'] === runId)
              .map(({ when, input }) => (
                <NextStep key={when} text={when}>
                  <Button onClick={() => onRun({ ...(input as HowToRun), resume: runId })}>Go on</Button>
                </NextStep>
              ))}
            {next?.some(({ operation }) => operation === 'template.edit') === true &&
              place !== undefined &&
              place !== null && (
                <NextStep text={`The difference does not matter: allow any value of ${placeName(place)}`}>
                  <AllowAny templateId={templateId} place={place} />
                </NextStep>
              )}
            {next?.some(({ operation }) => operation === 'template.learn') === true && (
              <NextStep text="The work is done differently now: record a run that does it, then teach it to the template">
                <Command text={`engram template learn ${templateId} --run RUN`} />
              </NextStep>
            )}
          </ul>
        </div>
      </div>
    </section>
  );
}

function NextStep({ text, children }: { readonly text: string; readonly children: React.ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 text-small">
      <span className="min-w-56 flex-1">{text}</span>
      <span className="min-w-0 max-w-full">{children}</span>
    </li>
  );
}

/** Makes a new version in which the field may be anything. It is a draft until it is approved. */
function AllowAny({ templateId, place }: { readonly templateId: string; readonly place: string }) {
  const edit = api.useMutation('patch', '/api/templates/{id}');
  const allow = (): void =>
    edit.mutate(
      { params: { path: { id: templateId } }, body: { free: [place] } },
      {
        onError: toastError,
        onSuccess: () => toast(`${placeName(place)} may be anything from now on. Approve the new version`),
      },
    );
  return (
    <Button disabled={edit.isPending || edit.isSuccess} onClick={allow}>
      {edit.isSuccess ? 'Allowed' : 'Allow any value'}
    </Button>
  );
}

function Value({
  title,
  value,
  look,
}: {
  readonly title: string;
  readonly value: string;
  readonly look: string;
}) {
  return (
    <div className={`rounded-lg border px-4 py-3 ${look}`}>
      <div className="text-tiny font-medium">{title}</div>
      <code className="text-large font-semibold wrap-anywhere">{value}</code>
    </div>
  );
}
