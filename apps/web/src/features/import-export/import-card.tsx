import type { CsvTableInfo } from '@superscope/contracts/csv-import';
import { Link } from 'react-router';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import { MessageBox } from '../../ui/message-box';
import { HelpedSwitch } from '../../ui/switch';
import { useRoomy } from '../../ui/use-roomy';
import { headerOf, tableOf } from './detect-table';
import { DropArea } from './drop-area';
import { FileRow } from './file-row';
import { heldBy } from './queued-file';
import { PlaceFields } from './place-fields';
import { useImportQueue } from './use-import-queue';
import { Heading } from '../../ui/heading';

const ANY = { platform: 'As the file says', plan: 'As the file says' };

/** Dropped files are checked together, and imported once the user confirms it. */
export function ImportCard({ tables }: { tables: readonly CsvTableInfo[] }) {
  const { queue, state } = useImportQueue();
  const isRoomy = useRoomy();
  const { files, place, unasked, rejected } = state;
  const names = tables.map(({ table }) => table);
  const take = async (chosen: readonly File[]) => {
    const read = chosen.map(async (file) => {
      const header = await headerOf(file, tables).catch(() => []);
      return { file, table: tableOf(header, tables) };
    });
    // An unknown table comes last, because it may refer to the other files.
    const order = (table: string | null) => (table === null ? names.length : names.indexOf(table));
    queue.add(await Promise.all(read), order);
  };
  const ended = files.filter(({ state: { kind } }) => kind === 'ended').length;
  return (
    <Card aria-label="Import">
      <CardHead title="Import" note="CSV files with a header. The header says which table a file is." />
      <div className="mt-4">
        <DropArea onFiles={(chosen) => void take(chosen)} />
      </div>
      {rejected.map((message) => (
        <div key={message} className="mt-3">
          <MessageBox tone="danger">{message}</MessageBox>
        </div>
      ))}
      <div className="mt-4 grid gap-3 sm:grid-cols-2 sm:items-end">
        <PlaceFields value={place} onChange={(next) => queue.setPlace(next)} none={ANY} />
      </div>
      {files.length > 0 && (
        <>
          <div className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2">
            <Heading lower={1} className="mr-auto text-base font-semibold">
              Files{' '}
              <span className="font-normal text-ink-3">{ended > 0 && `${ended} of ${files.length} imported`}</span>
            </Heading>
            {ended > 0 && (
              <Button kind="quiet" onClick={() => queue.removeEnded()}>
                Clear imported
              </Button>
            )}
            {files.length > 1 && (
              <HelpedSwitch
                label="Import without asking"
                help="The files are imported one after the other as soon as the check finds nothing wrong in any of them."
                selected={unasked}
                onChange={(on) => queue.setUnasked(on)}
              />
            )}
          </div>
          <ul aria-label="Files" className="mt-2 divide-y border-y">
            {files.map((file) => (
              <FileRow
                key={file.id}
                queued={file}
                heldBy={heldBy(file, files)}
                queue={queue}
                isOpen={files.length === 1 && isRoomy}
                tables={names}
              />
            ))}
          </ul>
          {ended === files.length && (
            <p className="mt-3 text-base text-ink-2">
              All of it is imported, and the figures follow by themselves.{' '}
              <Link to="/plans" className="font-medium text-brand hover:underline">
                Plans
              </Link>{' '}
              shows which months are published.
            </p>
          )}
        </>
      )}
    </Card>
  );
}
