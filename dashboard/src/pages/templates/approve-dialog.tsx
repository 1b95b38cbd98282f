import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { Field, TextInput } from '../../components/field.tsx';
import { arrivalWords, ProvenanceBadge } from '../../components/provenance.tsx';
import { toast, toastError } from '../../components/toast.tsx';
import { EffectBadge, guardWords, placeName } from './plan-calls.tsx';

type ShownTemplate = Schema<'TemplateShowAnswer'>;

/**
 * Asks a person what the recorded runs cannot tell: whether an open argument is always the same, and whether a value in an
 * answer matters. Each question starts with the safe answer.
 */
export function ApproveDialog({
  template,
  isOpen,
  onClose,
}: {
  readonly template: ShownTemplate;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const [constant, setConstant] = useState<ReadonlySet<string>>(new Set());
  const [free, setFree] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState('');
  const edit = api.useMutation('patch', '/api/templates/{id}');
  const approve = api.useMutation('post', '/api/templates/{id}/approve');
  const isBusy = edit.isPending || approve.isPending;
  const path = { id: template.id };

  const confirm = async (): Promise<void> => {
    const why = reason === '' ? {} : { reason };
    try {
      if (constant.size + free.size > 0)
        await edit.mutateAsync({
          params: { path },
          body: {
            ...(constant.size > 0 && { constant: [...constant] }),
            ...(free.size > 0 && { free: [...free] }),
            ...why,
          },
        });
      await approve.mutateAsync({ params: { path }, body: why });
      toast(`Approved ${template.slug}: replays may write`);
      onClose();
    } catch (error) {
      toastError(error);
    }
  };

  return (
    <Dialog
      title={`Approve ${template.slug}`}
      isOpen={isOpen}
      onClose={onClose}
      isWide
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={isBusy} onClick={() => void confirm()}>
            {isBusy ? 'Approving …' : 'Approve'}
          </Button>
        </>
      }
    >
      <p className="mb-5 text-soft">
        An approved template makes these calls without asking. Review what the recorded runs could not
        explain. Each question starts with the safe answer.
      </p>
      <Trust template={template} />
      <div className="space-y-6">
        {template.explained.map((call) => {
          const open = call.arguments.filter(({ state }) => state === 'open');
          const guards = call.guards.filter(({ must }) => must === 'equal');
          return (
            <section key={call.call} aria-label={`Call ${call.call}`}>
              <h2 className="mb-2 flex items-center gap-2">
                <code className="font-medium">
                  {call.call}. {call.tool}
                </code>
                <EffectBadge effect={call.effect} />
                <ProvenanceBadge provenance={call.provenance} />
              </h2>
              {open.length + guards.length === 0 && (
                <p className="text-small text-soft">Every value is explained.</p>
              )}
              {open.map(({ place, example }) => (
                <Question
                  key={place}
                  title={`${placeName(place)} was ${JSON.stringify(example)}; no input or answer explains it`}
                  safe="Ask for it each time"
                  other="Always use this value"
                  isOther={constant.has(place)}
                  onChange={(isOther) => setConstant(toggled(constant, place, isOther))}
                />
              ))}
              {guards.map(({ place, must, values }) => (
                <Question
                  key={place}
                  title={`${placeName(place)} ${guardWords(must, values)}`}
                  safe="Stop if it differs"
                  other="Allow any value"
                  isOther={free.has(place)}
                  onChange={(isOther) => setFree(toggled(free, place, isOther))}
                />
              ))}
            </section>
          );
        })}
        <Field label="Reason" hint="Stored with the template">
          <TextInput value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </div>
    </Dialog>
  );
}

/** What is written, which calls Engram never saw, and how the template came. */
function Trust({ template: { explained, savedBy } }: { readonly template: ShownTemplate }) {
  const named = (isMeant: (call: ShownTemplate['explained'][number]) => boolean): string =>
    explained
      .filter(isMeant)
      .map(({ call, tool }) => `${call}. ${tool}`)
      .join(', ');
  return (
    <div className="mb-5">
      <Facts
        facts={{
          Writes: named(({ effect }) => effect === 'write'),
          'Reported by an agent': named(({ provenance }) => provenance === 'reported'),
          'From a transcript': named(({ provenance }) => provenance === 'transcript'),
          Saved: savedBy !== null && arrivalWords(savedBy),
        }}
      />
      {explained.some(({ provenance }) => provenance === 'reported' || provenance === 'transcript') && (
        <p className="mt-3 rounded-lg border border-warn bg-warn-soft px-4 py-3 text-small">
          Engram did not see all of these calls happen. Approve them only if you know that they did.
        </p>
      )}
    </div>
  );
}

function toggled(set: ReadonlySet<string>, place: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(place);
  else next.delete(place);
  return next;
}

function Question({
  title,
  safe,
  other,
  isOther,
  onChange,
}: {
  readonly title: string;
  readonly safe: string;
  readonly other: string;
  readonly isOther: boolean;
  readonly onChange: (isOther: boolean) => void;
}) {
  return (
    <fieldset className="mb-2 rounded-lg border border-line px-4 py-3">
      <legend className="sr-only">{title}</legend>
      <p className="text-small font-medium wrap-anywhere">{title}</p>
      <div className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-small">
        {[false, true].map((value) => (
          <label key={String(value)} className="flex items-center gap-2">
            <input
              type="radio"
              name={title}
              checked={isOther === value}
              onChange={() => onChange(value)}
              className="accent-(--accent-fill)"
            />
            {value ? other : safe}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
