import type { TreeName } from '@superscope/contracts/dev-ops';
import { FileSpreadsheet } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { Button } from '../../ui/button';
import { momentTime } from '../../ui/format';
import { KeyCap } from '../../ui/key-cap';
import { TextField } from '../../ui/text-field';
import { Toggle } from '../../ui/toggle';
import { usePageTitle } from '../../ui/use-page-title';
import { LiveLine, NotLive } from './live-line';
import type { Sieve } from './node-lines';
import { TITLES, TreeCard } from './tree-card';
import { useLiveTrees } from './use-live-trees';
import { useSeconds } from '../../ui/use-seconds';

/** A slash pressed anywhere but in a field leads to this field. */
function useSlash() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyped = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (event.key !== '/' || isTyped) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return field;
}

export function DevOpsPage() {
  usePageTitle('Developer Operations');
  const live = useLiveTrees();
  const now = useSeconds();
  const field = useSlash();
  const { download, busy, failure } = useDownload();
  const [address, setAddress] = useSearchParams();
  const found = address.get('find') ?? '';
  // The address changes a moment after a key is pressed: a field that followed it would lose letters of who types fast.
  const [typed, setTyped] = useState<string | null>(null);
  const words = typed ?? found;
  const sieve: Sieve = { words: words.trim().toLowerCase(), onlyNotWell: address.get('only') === 'notWell' };
  const go = (name: string, value: string) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  const card = (name: TreeName) => {
    const since = live.unread[name];
    const outdated =
      live.isLive && since !== undefined
        ? `${TITLES[name]} cannot be read since ${momentTime(new Date(since).toISOString()).split(' ')[1]!}. What stands here is of then.`
        : null;
    return <TreeCard name={name} sieve={sieve} now={now} outdated={outdated} />;
  };
  return (
    <>
      <PlainHeader
        title="Developer Operations"
        note="What runs, on what, and what complains. No member data stands here."
        right={
          <div className="flex flex-wrap items-end gap-2">
            <div className="w-64 max-w-full">
              <TextField
                ref={field}
                type="search"
                label="Find in the trees"
                compact
                value={words}
                onChange={(event) => {
                  setTyped(event.target.value);
                  go('find', event.target.value);
                }}
                onBlur={() => setTyped(null)}
                after={
                  <span aria-hidden className="mr-2">
                    <KeyCap>/</KeyCap>
                  </span>
                }
              />
            </div>
            <Button
              icon={FileSpreadsheet}
              busy={busy}
              className="!h-10 pointer-coarse:!h-11"
              onClick={() => void download('api/devops/monitors/email')}
            >
              Email delivery CSV
            </Button>
          </div>
        }
      />
      <DownloadFailed what="The email delivery" failure={failure} />
      <NotLive live={live} now={now} />
      <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <LiveLine live={live} now={now} />
        <Toggle
          small
          className="!w-auto sm:ml-auto"
          label="Only what is not well"
          selected={sieve.onlyNotWell}
          onChange={(only) => go('only', only ? 'notWell' : '')}
        />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          {card('monitors')}
          {card('batches')}
        </div>
        {card('containers')}
      </div>
    </>
  );
}
