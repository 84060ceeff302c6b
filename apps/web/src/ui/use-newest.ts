import { useCallback, useEffect, useRef } from 'react';

/**
 * Lets one request at a time count. Beginning the next one, or leaving the page, aborts the signal of the one before, whose answer would be
 * taken for that to the newer one.
 */
export function useNewest(): () => AbortSignal {
  const newest = useRef<AbortController | null>(null);
  useEffect(() => () => newest.current?.abort(), []);
  return useCallback(() => {
    newest.current?.abort();
    newest.current = new AbortController();
    return newest.current.signal;
  }, []);
}
