import type { ImportRecord } from '@superscope/contracts/csv-import';
import { useState } from 'react';
import { ImportBar } from './import-bar';
import type { Seen } from './time-left';

/** How far an import of the history was at a time, at the speed since this page looked first. */
export function RunningImport({ of, atMs }: { of: ImportRecord; atMs: number }) {
  const [seen, setSeen] = useState<{ first: Seen; now: Seen } | null>(null);
  if (seen?.now.done !== of.done) {
    const now = { done: of.done, atMs: atMs };
    setSeen({ first: seen?.first ?? now, now });
  }
  return (
    <ImportBar
      label={`Imported of ${of.fileName}`}
      rows={of.rows}
      progress={of}
      first={seen?.first ?? null}
      now={seen?.now ?? null}
    />
  );
}
