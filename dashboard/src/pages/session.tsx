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

/** One session as a conversation; the result of a call stands with the call. */
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
          {({ messages }) => {
            const called = new Set(messages.flatMap(({ toolCalls }) => toolCalls.map((call) => call.id)));
            const results = new Map(
              messages.flatMap((message) =>
                message.toolCallId === null ? [] : [[message.toolCallId, message.content] as const],
              ),
            );
            return (
              <ol className="mx-auto max-w-3xl space-y-6 px-5 py-6">
                {messages
                  .filter(({ toolCallId }) => toolCallId === null || !called.has(toolCallId))
                  .map((message) => (
                    <MessageView key={message.id} message={message} results={results} />
                  ))}
              </ol>
            );
          }}
        </QueryView>
      </Card>
    </>
  );
}

function MessageView({
  message,
  results,
}: {
  readonly message: Message;
  /** Results of tools, by the id of the call. */
  readonly results: ReadonlyMap<string, string>;
}) {
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
          <ToolCall
            key={call.id}
            name={call.name}
            given={call.arguments}
            result={results.get(call.id) ?? null}
          />
        ))}
      </div>
    </li>
  );
}

function ToolCall({
  name,
  given,
  result,
}: {
  readonly name: string;
  readonly given: unknown;
  readonly result: string | null;
}) {
  return (
    <details className="mt-2 overflow-clip rounded-lg border border-line">
      <summary className="flex items-center gap-2 bg-sunken px-3 py-2 text-small">
        <Wrench aria-hidden className="size-3.5 shrink-0 text-info" />
        <code className="font-semibold">{name}</code>
        <code className="min-w-0 flex-1 truncate text-tiny text-soft">{JSON.stringify(given)}</code>
      </summary>
      <div className="border-t border-line p-3">
        <h3 className="mb-1 text-small text-soft">Arguments</h3>
        <JsonView value={given} maxHeight="14rem" />
      </div>
      {result !== null && (
        <div className="border-t border-line p-3">
          <h3 className="mb-1 text-small text-soft">Result</h3>
          <JsonView value={parsed(result)} maxHeight="14rem" />
        </div>
      )}
    </details>
  );
}

/** Most tools answer JSON; other texts are shown unchanged. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
