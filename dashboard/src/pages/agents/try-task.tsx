import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { TextInput } from '../../components/field.tsx';
import { toastError } from '../../components/toast.tsx';
import { plural } from '../../format.ts';

type Match = Schema<'AgentMatchAnswer'>;

const parts = [
  { id: 'specialisation', title: 'specialisation', weight: 0.4, colour: 'bg-fill-accent' },
  { id: 'experience', title: 'experience with similar tasks', weight: 0.3, colour: 'bg-fill-info' },
  { id: 'performance', title: 'performance', weight: 0.3, colour: 'bg-fill-good' },
] as const;

/** Ranks the agents for a task, with the parts of each score. */
export function TryTask() {
  const [description, setDescription] = useState('');
  const match = api.useMutation('post', '/api/agents/match');
  return (
    <Card
      title="Try a task"
      about="Describe a task. Engram ranks the agents by specialisation, experience and performance."
    >
      <form
        className="flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          match.mutate({ body: { description } }, { onError: toastError });
        }}
      >
        <div className="min-w-60 flex-1">
          <TextInput
            required
            aria-label="Task"
            value={description}
            placeholder="Run a migration on the orders database"
            onChange={({ target }) => setDescription(target.value)}
          />
        </div>
        <Button type="submit" look="primary" icon={<Sparkles aria-hidden />} disabled={match.isPending}>
          {match.isPending ? 'Matching …' : 'Find an agent'}
        </Button>
      </form>
      {match.data !== undefined && <Ranking match={match.data} />}
    </Card>
  );
}

function Ranking({ match }: { readonly match: Match }) {
  return (
    <div role="status" className="mt-4 space-y-3">
      <p className="text-small">{match.why}</p>
      <ol className="space-y-2">
        {match.ranking.map(({ agent, score, parts: scored, similarRuns }) => (
          <li key={agent} className="grid grid-cols-[5rem_1fr_3rem] items-center gap-3 text-small">
            <span className={agent === match.agent ? 'truncate font-semibold' : 'truncate'}>{agent}</span>
            <span
              className="flex h-3 overflow-hidden rounded-full bg-sunken"
              title={`${parts.map(({ id, title }) => `${title} ${scored[id].toFixed(2)}`).join(', ')}; ${plural(Math.round(similarRuns), 'similar run')}`}
            >
              {parts.map(({ id, weight, colour }) => (
                <span key={id} className={colour} style={{ width: `${scored[id] * weight * 100}%` }} />
              ))}
            </span>
            <span className="text-right tabular-nums">{score.toFixed(2)}</span>
          </li>
        ))}
      </ol>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small text-soft">
        {parts.map(({ id, title, colour }) => (
          <li key={id} className="flex items-center gap-1.5">
            <span aria-hidden className={`size-2.5 rounded-[3px] ${colour}`} />
            {title}
          </li>
        ))}
      </ul>
      {match.context !== '' && (
        <details>
          <summary className="text-small text-soft">Context for {match.agent}</summary>
          <pre
            tabIndex={0}
            className="mt-2 max-h-80 overflow-auto rounded-lg border border-line bg-sunken p-3 text-tiny whitespace-pre-wrap wrap-anywhere"
          >
            {match.context}
          </pre>
        </details>
      )}
    </div>
  );
}
