import {
  runWindows,
  windowDays,
  type ExportObject,
  type RunWindow,
  type SalesforcePreview,
} from '@superscope/contracts/salesforce';
import type { CompanyOption, ProviderOption } from '@superscope/contracts/lookups';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../portal/api/base.api';
import { FoundLookup } from '../../portal/lookups/found-lookup';
import { useTyped } from '../../portal/lookups/use-typed';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import { DetailDialog } from '../../ui/detail-dialog';
import { dateTime, number } from '../../ui/format';
import { listed } from '../../ui/listed';
import { MessageBox } from '../../ui/message-box';
import { Toggle } from '../../ui/toggle';
import { useSydneyToday } from '../../ui/use-sydney-today';
import { daysOf } from './batch-columns';
import {
  useFindProviderCompaniesQuery,
  useFindProvidersQuery,
  useSalesforcePreviewQuery,
  useStartExportMutation,
} from './salesforce-exports.api';

const WINDOW_NAMES: Record<RunWindow, string> = {
  previousMonth: 'Previous month included',
  currentMonth: 'Current month',
  yesterday: 'Yesterday',
  today: 'Today',
};

interface Props {
  isConnected: boolean;
  onClose: () => void;
  onStarted: (batchId: number) => void;
}

/** Begins a batch: which days, of whom, and whether again. */
export function NewBatchDialog({ isConnected, onClose, onStarted }: Props) {
  const today = useSydneyToday();
  const [window, setWindow] = useState<RunWindow>('previousMonth');
  const [provider, setProvider] = useState<ProviderOption | null>(null);
  const [employer, setEmployer] = useState<CompanyOption | null>(null);
  const [forceNewRun, setForceNewRun] = useState(false);
  const [start, { isLoading, error }] = useStartExportMutation();
  const asked = {
    ...windowDays(window, today),
    ...(provider !== null && { providerIdFilter: provider.id }),
    ...(employer !== null && { employerIdFilter: employer.id }),
  };
  const preview = useSalesforcePreviewQuery(asked);
  const before = preview.currentData?.before ?? null;
  const submit = async () => {
    const { data } = await start({ ...asked, forceNewRun });
    if (data !== undefined) onStarted(data.batchId);
  };
  return (
    <DetailDialog title="New batch job" onClose={onClose}>
      <form
        noValidate
        className="mt-4 space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isLoading) void submit();
        }}
      >
        <fieldset>
          <legend className="mb-1 text-base font-semibold">Changes of</legend>
          <div className="divide-y overflow-hidden rounded-md border border-line-strong">
            {runWindows.map((each, at) => (
              <label
                key={each}
                className={cx(
                  'flex min-h-10 items-center gap-3 px-3.5 py-1.5 text-base pointer-coarse:min-h-11',
                  each === window && 'bg-brand-soft font-semibold',
                )}
              >
                <input
                  type="radio"
                  name="window"
                  autoFocus={at === 0}
                  checked={each === window}
                  onChange={() => setWindow(each)}
                  className="size-4 accent-brand"
                />
                <span className="flex-1">{WINDOW_NAMES[each]}</span>
                <span className="font-normal tabular-nums text-ink-2">{daysOf(windowDays(each, today))}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="grid gap-3 sm:grid-cols-2">
          <ProviderLookup
            value={provider}
            onChange={(chosen) => {
              setProvider(chosen);
              setEmployer(null);
            }}
          />
          <EmployerLookup provider={provider} value={employer} onChange={setEmployer} />
        </div>
        <div className="rounded-md border px-3.5 py-3">
          <Toggle
            selected={forceNewRun}
            onChange={setForceNewRun}
            label={
              <>
                <span className="block font-semibold">Force new run</span>
                <span className="block text-sm text-ink-2">
                  {before === null
                    ? 'Exports these days also if a batch has exported them already.'
                    : `Exports again what batch ${before.batchId} of ${dateTime(before.atDate)} has exported.`}
                </span>
              </>
            }
          />
        </div>
        <div aria-live="polite" className="min-h-16 rounded-md bg-sunken px-3.5 py-3 text-base">
          <Counted preview={preview.currentData} failed={preview.isError} isConnected={isConnected} />
        </div>
        {error !== undefined && (
          <MessageBox tone="danger">{messageOf(error) ?? 'The batch was not started. Please try again.'}</MessageBox>
        )}
        <div className="flex justify-end gap-2 border-t pt-4">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" icon={Play} busy={isLoading}>
            Start batch
          </Button>
        </div>
      </form>
    </DetailDialog>
  );
}

const NOUNS: Record<ExportObject, [one: string, many: string]> = {
  plans: ['plan', 'plans'],
  companies: ['employer', 'employers'],
  campaigns: ['campaign', 'campaigns'],
  contacts: ['contact', 'contacts'],
  campaignMembers: ['campaign member', 'campaign members'],
  activities: ['activity', 'activities'],
  scores: ['score', 'scores'],
};

interface CountedProps {
  preview: SalesforcePreview | undefined;
  failed: boolean;
  isConnected: boolean;
}
function Counted({ preview, failed, isConnected }: CountedProps) {
  if (failed) return 'The records could not be counted. The batch can be started all the same.';
  if (preview === undefined) return <span className="text-ink-2">Counting …</span>;
  const counts = (Object.entries(preview.records) as [ExportObject, number][]).filter(([, count]) => count > 0);
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  const does = isConnected ? 'would be sent' : 'would be in files';
  return (
    <>
      <p>
        <b className="font-semibold">About {number(all)} records</b> {does}
        {counts.length > 0 &&
          `: ${listed(counts.map(([object, count]) => `${number(count)} ${NOUNS[object][count === 1 ? 0 : 1]}`))}`}
        .
      </p>
      {preview.erased > 0 && (
        <p className="text-sm text-ink-2">
          {preview.erased === 1
            ? '1 member who was erased is sent as a deletion, once.'
            : `${number(preview.erased)} members who were erased are sent as deletions, once.`}
        </p>
      )}
    </>
  );
}

interface LookupProps<T> {
  value: T | null;
  onChange: (chosen: T | null) => void;
}

function ProviderLookup({ value, onChange }: LookupProps<ProviderOption>) {
  const typed = useTyped(value !== null);
  const answer = useFindProvidersQuery(typed.ask ?? '', { skip: typed.ask === null });
  return (
    <FoundLookup
      label="Provider"
      mark="(optional)"
      placeholder="All providers"
      value={value}
      onChange={onChange}
      typed={typed}
      answer={answer}
      nameOf={({ name }) => name}
      clears
    />
  );
}

function EmployerLookup({ provider, ...props }: LookupProps<CompanyOption> & { provider: ProviderOption | null }) {
  const typed = useTyped(props.value !== null);
  const asked = { providerId: provider?.id ?? '', name: typed.ask ?? '' };
  const answer = useFindProviderCompaniesQuery(asked, { skip: typed.ask === null || provider === null });
  return (
    <FoundLookup
      {...props}
      label="Employer"
      mark="(optional)"
      placeholder={provider === null ? 'Choose a provider first' : 'All of the provider'}
      disabled={provider === null}
      typed={typed}
      answer={answer}
      nameOf={({ name }) => name}
      clears
    />
  );
}
