import { Play } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { classes } from '../../components/class-names.ts';
import { Field, TextInput } from '../../components/field.tsx';
import { toastError } from '../../components/toast.tsx';
import { DryRunView, RunOutcome } from './run-outcome.tsx';

type ShownTemplate = Schema<'TemplateShowAnswer'>;
type Mode = 'replay' | 'adaptive';

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
  const start = (dryRun: boolean): void => {
    const given = Object.entries(values).filter(([, text]) => text !== '');
    const inputs = Object.fromEntries(
      given.map(([name, text]) => [
        name,
        valueLike(template.parameters.find((one) => one.name === name)?.example, text),
      ]),
    );
    run.mutate(
      { params: { path: { id: template.id } }, body: { mode, inputs: inputs as never, dryRun } },
      { onError: toastError },
    );
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    start(false);
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
            {template.parameters.map(({ name, example, unseen, required }) => (
              <Field
                key={name}
                label={name}
                hint={unseen || required ? 'Open: required when any other value changes.' : undefined}
              >
                <TextInput
                  name={name}
                  value={values[name] ?? ''}
                  placeholder={textOf(example)}
                  onChange={({ target }) => setValues({ ...values, [name]: target.value })}
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
            disabled={run.isPending || isRetired}
          >
            {run.isPending ? 'Running …' : mode === 'replay' ? 'Replay' : 'Run with a model'}
          </Button>
          {mode === 'replay' && (
            <Button disabled={run.isPending} onClick={() => start(true)}>
              Dry run
            </Button>
          )}
        </div>
      </form>
      <div className="mt-5 empty:hidden">
        {run.isPending && <LiveProgress template={template} />}
        {!run.isPending && run.error !== null && (
          <p role="alert" className="rounded-lg border border-bad bg-bad-soft px-4 py-3 text-small text-bad">
            {messageOf(run.error)}
          </p>
        )}
        {!run.isPending &&
          run.data !== undefined &&
          (run.data.status === 'planned' ? (
            <DryRunView dryRun={run.data} />
          ) : (
            <RunOutcome outcome={run.data} templateName={template.slug} />
          ))}
      </div>
    </Card>
  );
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
