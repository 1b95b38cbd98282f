import { CircleAlert, RotateCw } from 'lucide-react';
import { ApiError } from '../api/api-error.ts';
import { Button } from './button.tsx';

/** What is shown when the server refused or did not answer, in its words, with a way to try again. */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const title =
    error instanceof ApiError
      ? error.status === 404
        ? 'Not found'
        : error.status === 403
          ? 'Not allowed'
          : 'The server could not answer'
      : 'The server cannot be reached';
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <div className="mb-4 grid size-11 place-items-center rounded-xl bg-bad-soft text-bad">
        <CircleAlert aria-hidden className="size-5" />
      </div>
      <h2 className="text-large font-semibold">{title}</h2>
      <p className="mt-1 max-w-[60ch] text-soft wrap-anywhere">
        {error instanceof Error ? error.message : 'Check that engram serve is running, then try again.'}
      </p>
      {onRetry !== undefined && (
        <Button className="mt-5" icon={<RotateCw />} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
