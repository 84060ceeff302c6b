import type { PlatformOption } from '@superscope/contracts/corrections';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import type { useDownload } from '../../portal/downloads/use-download';
import { QueryStates } from '../../portal/records/query-states';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import { dayText } from '../../ui/day-text';
import { number } from '../../ui/format';
import { IconButton } from '../../ui/icon-button';
import { optionCount } from './change-text';
import { useDataDatesQuery } from './investment-options.api';

const SHOWN = 5;

interface Props {
  platform: PlatformOption;
  downloads: ReturnType<typeof useDownload>;
}

/** The data dates of a platform's options, newest first, each with its export. */
export function DataDatesCard({ platform, downloads: { download, failure } }: Props) {
  const [all, setAll] = useState(false);
  const query = useDataDatesQuery(platform.id);
  return (
    <Card aria-label="Data dates">
      <CardHead title="Data dates" note={platform.name} />
      <div className="mt-3">
        <QueryStates query={{ ...query, data: query.currentData }} what="The data dates">
          {({ dates }) => (
            <>
              {dates.length === 0 && <p className="text-base text-ink-2">The platform has no options yet.</p>}
              <ul className="divide-y">
                {(all ? dates : dates.slice(0, SHOWN)).map(({ dataDate, options, inUse }) => (
                  <li key={dataDate} className="flex min-h-11 items-center gap-2.5">
                    <span className="text-base font-semibold tabular-nums">{dayText(dataDate)}</span>
                    <span className="min-w-0 flex-1 text-sm whitespace-nowrap text-ink-3">{optionCount(options)}</span>
                    {inUse && (
                      <span className="rounded-full bg-brand-soft px-2 py-0.5 text-sm font-semibold whitespace-nowrap text-brand">
                        in use
                      </span>
                    )}
                    <span className="-mr-2">
                      <IconButton
                        label={`Export the options of ${dayText(dataDate)}`}
                        icon={Download}
                        onClick={() =>
                          void download({ url: 'api/assets', params: { platformId: platform.id, dataDate } })
                        }
                      />
                    </span>
                  </li>
                ))}
              </ul>
              {dates.length > SHOWN && (
                <Button kind="quiet" className="mt-2 -ml-3.5" aria-expanded={all} onClick={() => setAll(!all)}>
                  {all ? 'Fewer dates' : `All ${number(dates.length)} dates`}
                </Button>
              )}
            </>
          )}
        </QueryStates>
      </div>
      <DownloadFailed what="The options" failure={failure} />
    </Card>
  );
}
