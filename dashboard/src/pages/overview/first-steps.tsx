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
  ['Give memory to an agent that speaks MCP', 'engram mcp'],
  ['See the whole idea in a minute', 'engram demo'],
] as const;

/** What to do with an Engram that is empty. */
export function FirstSteps() {
  return (
    <Card isFlush>
      <EmptyState icon={Sparkles} title="Engram is running and has nothing to remember yet">
        Record what agents do, and this page shows what they learned and whether it helps. It fills by itself.
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
