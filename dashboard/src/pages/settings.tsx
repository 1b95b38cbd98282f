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
        about="Access, retention, background jobs and the configuration of this server."
      />
      <Tabs
        label="Settings"
        views={[
          { id: 'tokens', title: 'Tokens', content: () => <Tokens /> },
          { id: 'retention', title: 'Retention', content: () => <Retention /> },
          { id: 'jobs', title: 'Background jobs', content: () => <Jobs /> },
          { id: 'configuration', title: 'Embedder and model', content: () => <Configuration /> },
          { id: 'health', title: 'Health', content: () => <Health /> },
        ]}
      />
    </>
  );
}
