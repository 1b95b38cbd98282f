import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

/** Copies a text, and says so for a moment. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <Button
      look="quiet"
      className="px-2!"
      aria-label={isCopied ? 'Copied' : label}
      title={label}
      icon={isCopied ? <Check className="text-good" /> : <Copy />}
      onClick={() => void copy()}
    />
  );
}
