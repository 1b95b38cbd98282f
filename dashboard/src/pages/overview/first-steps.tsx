import { Sparkles } from 'lucide-react';
import { Card } from '../../components/card.tsx';
import { Command } from '../../components/command.tsx';
import { EmptyState } from '../../components/empty-state.tsx';

const steps = [
  [
    'Record what an agent knows',
    'engram memory record --type knowledge --text "The staging API needs a VPN"',
  ],
  ['Import sessions of a coding agent', 'engram import session ~/.claude/projects'],
  ['Connect an agent over MCP', 'engram mcp'],
  ['See the idea in a minute', 'engram demo'],
] as const;

/** What to do with an Engram that is empty. */
export function FirstSteps() {
  return (
    <Card isFlush>
      <EmptyState icon={Sparkles} title="Engram is running. Nothing is recorded yet">
        Record what agents do. This page then shows what they learned and whether it helps.
      </EmptyState>
      <ul className="mx-auto grid max-w-2xl gap-4 px-6 pb-12">
        {steps.map(([title, command]) => (
          <li key={command}>
            <p className="mb-1 text-small font-medium">{title}</p>
            <Command text={command} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
