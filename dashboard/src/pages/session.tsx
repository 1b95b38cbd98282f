import { Bot, Settings2, User, Wrench } from 'lucide-react';
import { api } from '../api/client.ts';
import type { Message } from '../api/types.ts';
import { Card } from '../components/card.tsx';
import { classes } from '../components/class-names.ts';
import { JsonView } from '../components/json-view.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryView } from '../components/query-view.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { plural, words } from '../format.ts';
import type { PageProps } from './pages.ts';

const icons = { user: User, assistant: Bot, tool: Wrench, system: Settings2 } as const;

/** One session as a conversation. */
export default function SessionPage({ params }: PageProps) {
  const id = decodeURIComponent(params['id'] ?? '');
  const session = api.useQuery('get', '/api/sessions/{id}', { params: { path: { id } } });
  return (
    <>
      <PageHeader
        title={id}
        parent={{ title: 'Sessions', href: '/sessions' }}
        about={
          session.data !== undefined &&
          `${plural(session.data.messages.length, 'message')}${session.data.scope.agent === null ? '' : ` with ${session.data.scope.agent}`}`
        }
      />
      <Card isFlush>
        <QueryView query={session} lines={8}>
          {({ messages }) => (
            <ol className="mx-auto max-w-3xl space-y-6 px-5 py-6">
              {messages.map((message) => (
                <Said key={message.id} message={message} />
              ))}
            </ol>
          )}
        </QueryView>
      </Card>
    </>
  );
}

function Said({ message }: { readonly message: Message }) {
  const Icon = icons[message.role];
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-3">
      <span
        className={classes(
          'grid size-8 place-items-center rounded-full',
          message.role === 'assistant' ? 'bg-accent-soft text-accent' : 'bg-sunken text-soft',
        )}
      >
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0">
        <div className="mb-1 flex items-baseline gap-2 text-small">
          <span className="font-semibold">
            {message.role === 'tool' ? (message.toolName ?? 'Tool') : words(message.role)}
          </span>
          <span className="text-soft">
            <RelativeTime at={message.createdAt} />
          </span>
        </div>
        {message.role === 'tool' ? (
          <JsonView value={parsed(message.content)} maxHeight="14rem" />
        ) : (
          message.content !== '' && <p className="whitespace-pre-wrap wrap-anywhere">{message.content}</p>
        )}
        {message.toolCalls.map((call) => (
          <details key={call.id} className="mt-2 rounded-lg border border-line bg-sunken px-3 py-2">
            <summary className="text-small">
              calls <code>{call.name}</code>
            </summary>
            <div className="mt-2">
              <JsonView value={call.arguments} maxHeight="14rem" />
            </div>
          </details>
        ))}
      </div>
    </li>
  );
}

/** Tools mostly answer JSON; anything else is shown as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
