import { Play } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { classes } from '../../components/class-names.ts';
import { Field, TextInput } from '../../components/field.tsx';
import { toastError } from '../../components/toast.tsx';
import { DryRunView, RunOutcome } from './run-outcome.tsx';

type ShownTemplate = Schema<'TemplateShowAnswer'>;
type Parameter = ShownTemplate['parameters'][number];
type Mode = 'replay' | 'adaptive';

/** How a run is begun besides its inputs. */
export interface HowToRun {
  readonly dryRun?: boolean;
  readonly resume?: string;
  readonly uncertain?: 'made' | 'not made';
  readonly anew?: boolean;
}

const modes: readonly { readonly id: Mode; readonly title: string; readonly about: string }[] = [
  {
    id: 'replay',
    title: 'Replay',
    about: 'Makes the recorded calls without a model. Stops at the first difference.',
  },
  {
    id: 'adaptive',
    title: 'Adaptive',
    about: 'A model does the task, with what earlier runs taught.',
  },
];

/** Runs a template, or shows what it would do. */
export function RunPanel({ template }: { readonly template: ShownTemplate }) {
  const [mode, setMode] = useState<Mode>('replay');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const run = api.useMutation('post', '/api/templates/{id}/run');
  const isFilled = ({ name, example }: Parameter): boolean =>
    (values[name] ?? '').trim() !== '' || example === '';
  const isAsked = ({ required, source }: Parameter): boolean =>
    mode === 'replay' ? required : source === 'input' || source === 'task';
  const missing = template.parameters.filter((parameter) => isAsked(parameter) && !isFilled(parameter));
  const start = (how: HowToRun): void => {
    const given = template.parameters.filter(isFilled);
    const inputs = Object.fromEntries(
      given.map(({ name, example }) => [name, valueLike(example, values[name] ?? '')]),
    );
    run.mutate(
      { params: { path: { id: template.id } }, body: { mode, inputs: inputs as never, ...how } },
      { onError: toastError },
    );
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    start({});
  };
  const isRetired = template.status === 'retired';
  return (
    <Card
      title="Run this template"
      about="Give other values. A call that writes is made only if every answer before it is as expected."
    >
      <form onSubmit={submit} className="space-y-4">
        <div role="radiogroup" aria-label="Mode" className="grid gap-2 sm:grid-cols-2">
          {modes.map(({ id, title, about }) => (
            <label
              key={id}
              className={classes(
                'flex cursor-pointer gap-3 rounded-lg border px-4 py-3',
                mode === id ? 'border-accent bg-accent-soft' : 'border-line',
              )}
            >
              <input
                type="radio"
                name="mode"
                checked={mode === id}
                onChange={() => setMode(id)}
                className="mt-1 accent-(--accent-fill)"
              />
              <span>
                <span className="block font-medium">{title}</span>
                <span className="block text-small text-soft">{about}</span>
              </span>
            </label>
          ))}
        </div>
        {template.parameters.length > 0 && (
          <div className="grid gap-4 sm:grid-cols-2">
            {template.parameters.map((parameter) => (
              <Field key={parameter.name} label={parameter.name} hint={helpFor(parameter)}>
                <TextInput
                  name={parameter.name}
                  value={values[parameter.name] ?? ''}
                  required={isAsked(parameter) && parameter.example !== ''}
                  autoComplete="off"
                  onChange={({ target }) => setValues({ ...values, [parameter.name]: target.value })}
                />
              </Field>
            ))}
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            look="primary"
            icon={<Play aria-hidden />}
            disabled={run.isPending || isRetired || missing.length > 0}
          >
            {run.isPending
              ? 'Running …'
              : missing.length > 0
                ? `Missing: ${missing.map(({ name }) => name).join(', ')}`
                : mode === 'replay'
                  ? 'Replay'
                  : 'Run with a model'}
          </Button>
          {mode === 'replay' && (
            <Button disabled={run.isPending} onClick={() => start({ dryRun: true })}>
              Dry run
            </Button>
          )}
        </div>
      </form>
      <div className="mt-5 empty:hidden">
        {run.isPending && <LiveProgress template={template} />}
        {!run.isPending && run.error !== null && (
          <div
            role="alert"
            className="space-y-3 rounded-lg border border-bad bg-bad-soft px-4 py-3 text-small text-bad"
          >
            <p>{messageOf(run.error)}</p>
            <LeftHalfDone error={run.error} onRun={start} />
          </div>
        )}
        {!run.isPending &&
          run.data !== undefined &&
          (run.data.status === 'planned' ? (
            <DryRunView dryRun={run.data} />
          ) : (
            <RunOutcome outcome={run.data} templateName={template.slug} onRun={start} />
          ))}
      </div>
    </Card>
  );
}

/** The two ways on from a run that stopped half-way and is in the way of this one. */
function LeftHalfDone({
  error,
  onRun,
}: {
  readonly error: unknown;
  readonly onRun: (how: HowToRun) => void;
}) {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return null;
  const { run, mayBeResumed } = error.details;
  if (typeof run !== 'string' || mayBeResumed === undefined) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {mayBeResumed === true && <Button onClick={() => onRun({ resume: run })}>Go on with that run</Button>}
      <Button onClick={() => onRun({ anew: true })}>Begin again</Button>
      <LinkButton href={`/runs/${run}`}>Look at it first</LinkButton>
    </div>
  );
}

function helpFor({ source, example, required }: Parameter): string {
  if (source === 'secret') return 'A secret: it was not recorded.';
  return `Recorded: ${textOf(example) || 'nothing'}${required ? '' : '. Used when the field is empty.'}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The calls of the plan while they are being made: the running replay is read again twice a second. */
function LiveProgress({ template }: { readonly template: ShownTemplate }) {
  const running = api.useQuery(
    'get',
    '/api/runs',
    { params: { query: { outcome: 'running', limit: 5 } } },
    { refetchInterval: 500 },
  );
  const run = running.data?.items.find(
    ({ mode }) => mode.kind === 'template' && mode.templateId === template.id,
  );
  const done = run?.totals.toolCalls ?? 0;
  return (
    <ol aria-label="Progress" aria-live="polite" className="space-y-2">
      {template.explained.map(({ call, tool }) => (
        <li key={call} className="flex items-center gap-3 text-small">
          <span
            aria-hidden
            className={classes(
              'size-2.5 rounded-full',
              call <= done ? 'bg-good' : call === done + 1 ? 'animate-pulse bg-info' : 'bg-strong-line',
            )}
          />
          <code>{tool}</code>
          <span className="text-soft">
            {call <= done ? 'done' : call === done + 1 ? 'running' : 'waiting'}
          </span>
        </li>
      ))}
    </ol>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** What was typed, in the kind that the recorded value has: a text stays a text, a number becomes one. */
function valueLike(example: unknown, text: string): unknown {
  if (typeof example === 'string' || example === undefined) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
