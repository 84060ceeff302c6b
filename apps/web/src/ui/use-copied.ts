import { useState } from 'react';

/**
 * The text copied last, and a function that copies one. Browsers offer the clipboard only over TLS or on localhost; elsewhere nothing is
 * copied.
 */
export function useCopied(): [copied: string | null, copy: (text: string) => void] {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = (text: string) =>
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(text),
      () => undefined,
    );
  return [copied, copy];
}
