import { KeyRound } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { queryClient } from '../api/query-client.ts';
import { forgetToken, readToken, saveToken, useTokenRefused } from '../api/token.ts';
import { Button } from '../components/button.tsx';
import { Command } from '../components/command.tsx';
import { Field, TextInput } from '../components/field.tsx';

/** Asks for a token when the server wants one, and shows the page otherwise. The reference needs none. */
export function TokenGate({ children }: { readonly children: ReactNode }) {
  const isRefused = useTokenRefused();
  const [token, setToken] = useState('');
  const [location] = useLocation();
  const wasWrong = isRefused && readToken() !== null;
  if (!isRefused || location === '/docs') return children;
  const enter = (event: FormEvent): void => {
    event.preventDefault();
    if (token.trim() === '') return;
    queryClient.clear();
    saveToken(token.trim());
    setToken('');
  };
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <form
        onSubmit={enter}
        className="w-full max-w-md rounded-2xl border border-line bg-panel p-7 shadow-float"
      >
        <div className="mb-4 grid size-11 place-items-center rounded-xl bg-accent-soft text-accent">
          <KeyRound aria-hidden className="size-5" />
        </div>
        <h1 className="text-title font-semibold tracking-tight">This server requires a token</h1>
        <p className="mt-1 mb-5 text-soft">
          The token is kept in this tab until you close it. Create one on the machine of the server:
        </p>
        <Command text="engram token create --scopes read,write" className="mb-5" />
        <Field
          label="Token"
          hint={wasWrong ? <span className="text-bad">The server refused the last token.</span> : undefined}
        >
          <TextInput
            type="password"
            autoComplete="off"
            value={token}
            onChange={({ target }) => setToken(target.value)}
            autoFocus
          />
        </Field>
        <div className="mt-5 flex justify-end gap-2">
          {wasWrong && <Button onClick={forgetToken}>Clear</Button>}
          <Button type="submit" look="primary">
            Continue
          </Button>
        </div>
      </form>
    </main>
  );
}
