import {
  runWindows,
  salesforceExportRequest,
  windowDays,
  type ExportObject,
  type RunWindow,
  type SalesforcePreview,
} from '@superscope/contracts/salesforce';
import type { CompanyOption, ProviderOption } from '@superscope/contracts/lookups';
import { Play } from 'lucide-react';
import { RequestForm } from '../../portal/forms/request-form';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { useClosing } from '../../portal/forms/use-closing';
import { FoundLookup } from '../../portal/lookups/found-lookup';
import { useTyped } from '../../portal/lookups/use-typed';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import { DetailDialog } from '../../ui/detail-dialog';
import { dateTime, number } from '../../ui/format';
import { listed } from '../../ui/listed';
import { Toggle } from '../../ui/toggle';
import { useSydneyToday } from '../../ui/use-sydney-today';
import { daysOf } from './batch-columns';
import {
  useFindProviderCompaniesQuery,
  useFindProvidersQuery,
  useSalesforcePreviewQuery,
  useStartExportMutation,
  type ExportAsked,
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

const unrestricted: {
  window: RunWindow;
  provider: ProviderOption | null;
  employer: CompanyOption | null;
  forceNewRun: boolean;
} = { window: 'previousMonth', provider: null, employer: null, forceNewRun: false };

/** Begins a batch: which days, of whom, and whether again. */
export function NewBatchDialog({ isConnected, onClose, onStarted }: Props) {
  const today = useSydneyToday();
  const [start] = useStartExportMutation();
  const form = useRequestForm({
    of: 'new batch',
    saved: null,
    schema: salesforceExportRequest,
    values: unrestricted,
    request: ({ forceNewRun, ...chosen }) => ({
      ...scopeOf(chosen, today),
      forceNewRun: forceNewRun ? ('true' as const) : ('false' as const),
    }),
    send: (asked) => start(asked).unwrap(),
    onDone: ({ batchId }) => onStarted(batchId),
    failed: 'The batch was not started. Please try again.',
  });
  const { window, provider, employer, forceNewRun } = form.values;
  const [dismiss, question] = useClosing(form.isTyped, onClose);
  const preview = useSalesforcePreviewQuery(scopeOf({ window, provider, employer }, today));
  const before = preview.currentData?.before ?? null;
  return (
    <DetailDialog title="New batch job" onClose={dismiss}>
      <RequestForm form={form} className="mt-4">
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
                  onChange={() => form.set('window', each)}
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
              form.set('provider', chosen);
              form.set('employer', null);
            }}
          />
          <EmployerLookup provider={provider} value={employer} onChange={(chosen) => form.set('employer', chosen)} />
        </div>
        <div className="rounded-md border px-3.5 py-3">
          <Toggle
            selected={forceNewRun}
            onChange={(on) => form.set('forceNewRun', on)}
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
        <div className="flex justify-end gap-2 border-t pt-4">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" icon={Play} busy={form.isBusy}>
            Start batch
          </Button>
        </div>
      </RequestForm>
      {question}
    </DetailDialog>
  );
}

interface Chosen {
  window: RunWindow;
  provider: ProviderOption | null;
  employer: CompanyOption | null;
}

/** The days and the filters of a batch, as its preview and the batch itself are asked for. */
const scopeOf = ({ window, provider, employer }: Chosen, today: string): ExportAsked => ({
  ...windowDays(window, today),
  ...(provider !== null && { providerIdFilter: provider.id }),
  ...(employer !== null && { employerIdFilter: employer.id }),
});

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
