import type { ImportRecord } from '@superscope/contracts/csv-import';
import { useState } from 'react';
import { ImportBar } from './import-bar';
import type { Seen } from './time-left';

/** The progress of an import in the history. Its speed is measured from the first time this page fetched it. */
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
