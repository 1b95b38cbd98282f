import { PageHeader } from '../components/page-header.tsx';
import { Tabs } from '../components/tabs.tsx';
import { Configuration } from './settings/configuration.tsx';
import { Health } from './settings/health.tsx';
import { Jobs } from './settings/jobs.tsx';
import { Retention } from './settings/retention.tsx';
import { Tokens } from './settings/tokens.tsx';

export default function Settings() {
  return (
    <>
      <PageHeader
        title="Settings"
        about="Who may ask, how long records are kept, and how this server is set up."
      />
      <Tabs
        label="Settings"
        views={[
          { id: 'tokens', title: 'Tokens', content: () => <Tokens /> },
          { id: 'retention', title: 'Retention', content: () => <Retention /> },
          { id: 'jobs', title: 'Background jobs', content: () => <Jobs /> },
          { id: 'configuration', title: 'Embedder, model and more', content: () => <Configuration /> },
          { id: 'health', title: 'Health', content: () => <Health /> },
        ]}
      />
    </>
  );
}
