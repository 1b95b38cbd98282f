import { Lightbulb } from 'lucide-react';
import type { Schema } from '../../api/types.ts';
import { Card } from '../../components/card.tsx';

/** What the report recommends, each with the figures it follows from. */
export function Advice({
  recommendations,
}: {
  readonly recommendations: Schema<'Report'>['recommendations'];
}) {
  if (recommendations.length === 0) return null;
  return (
    <Card title="What to do next">
      <ul className="space-y-3">
        {recommendations.slice(0, 4).map(({ text, about }) => (
          <li key={`${about} ${text}`} className="flex gap-2.5">
            <Lightbulb aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
