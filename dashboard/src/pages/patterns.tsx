import { PageHeader } from '../components/page-header.tsx';
import { Tabs } from '../components/tabs.tsx';
import { Decisions } from './patterns/decisions.tsx';
import { Failures } from './patterns/failures.tsx';
import { Sequences } from './patterns/sequences.tsx';
import { Successes } from './patterns/successes.tsx';

/** What was learned from runs and memories: what to decide, what fails, what works, which calls follow each other. */
export default function Patterns() {
  return (
    <>
      <PageHeader
        title="Patterns"
        about="What Engram learned from runs and memories, with the evidence behind it."
      />
      <Tabs
        label="Kinds of patterns"
        views={[
          { id: 'failures', title: 'Failures', content: () => <Failures /> },
          { id: 'decisions', title: 'Decisions', content: () => <Decisions /> },
          { id: 'successes', title: 'Successes', content: () => <Successes /> },
          { id: 'sequences', title: 'Tool sequences', content: () => <Sequences /> },
        ]}
      />
    </>
  );
}
