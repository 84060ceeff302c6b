import type { ProviderWithLogo } from '@superscope/contracts/providers';
import { Building2, Trash2, Upload } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button as AriaButton, FileTrigger } from 'react-aria-components';
import { FailureText } from '../../portal/api/failure';
import { PlainHeader } from '../../portal/page-header/plain-header';
import type { RecordColumn } from '../../portal/records/record-columns';
import { RecordTable } from '../../portal/records/record-table';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { MessageBox } from '../../ui/message-box';
import { Told } from '../../ui/told';
import { usePageTitle } from '../../ui/use-page-title';
import { useProvidersQuery, useRemoveLogoMutation, useUploadLogoMutation } from './providers.api';

const MOST_BYTES = 1024 ** 2;

type Outcome = { tone: 'good' | 'danger'; text: ReactNode };

/** The providers, each with its logo to upload, replace or remove. */
export function ProvidersPage() {
  usePageTitle('Providers');
  const providers = useProvidersQuery();
  const [upload, uploading] = useUploadLogoMutation();
  const [remove, removing] = useRemoveLogoMutation();
  const [asked, setAsked] = useState<ProviderWithLogo | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const busy = uploading.isLoading || removing.isLoading;

  const attempt = async (work: { unwrap: () => Promise<unknown> }, failed: string, succeeded: string) => {
    setOutcome(null);
    try {
      await work.unwrap();
      setOutcome({ tone: 'good', text: succeeded });
    } catch (error) {
      setOutcome({ tone: 'danger', text: <FailureText error={error} otherwise={failed} /> });
    }
  };
  const send = ({ providerId, name }: ProviderWithLogo, file: File | undefined) => {
    if (!file) return;
    if (file.size > MOST_BYTES) return setOutcome({ tone: 'danger', text: 'The file is larger than 1 MB.' });
    void attempt(upload({ providerId, file }), 'The logo was not uploaded.', `${name} has a new logo.`);
  };
  const take = ({ providerId, name }: ProviderWithLogo) => {
    setAsked(null);
    void attempt(remove(providerId), 'The logo was not removed.', `${name} has no logo any more.`);
  };

  const columns: readonly RecordColumn<ProviderWithLogo>[] = [
    { head: 'Provider', cell: ({ name }) => <span className="font-semibold">{name}</span>, sort: ({ name }) => name },
    { head: 'ABN', cell: ({ abn }) => abn ?? '–', listed: ({ abn }) => abn !== null },
    {
      head: 'Logo',
      cell: ({ name, logo }) =>
        logo === null ? (
          <span className="text-ink-3">No logo</span>
        ) : (
          // Always on white, as on paper.
          <img
            src={logo}
            alt={`Logo of ${name}`}
            className="h-12 max-w-40 rounded-sm border bg-white object-contain p-1"
          />
        ),
    },
    {
      head: 'Change',
      cell: (provider) => (
        <span className="flex flex-wrap gap-2">
          <FileTrigger
            acceptedFileTypes={['image/png', 'image/jpeg']}
            onSelect={(chosen) => send(provider, chosen?.[0])}
          >
            <AriaButton
              isDisabled={busy}
              aria-label={`Upload a logo of ${provider.name}`}
              className="settle inline-flex h-9 items-center gap-2 rounded-md border border-line-strong px-3.5 text-base font-semibold hover:bg-sunken data-[disabled]:text-ink-3 pointer-coarse:h-11"
            >
              <Upload size={16} aria-hidden />
              {provider.logo === null ? 'Upload' : 'Replace'}
            </AriaButton>
          </FileTrigger>
          {provider.logo !== null && (
            <Button
              kind="quiet"
              icon={Trash2}
              busy={busy}
              aria-label={`Remove the logo of ${provider.name}`}
              onClick={() => setAsked(provider)}
            >
              Remove
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <>
      <PlainHeader
        title="Providers"
        note="A provider’s logo stands on the cover and on the back of its Policy Committee Reports: PNG or JPEG, at most 1 MB and 4,000 pixels a side."
      />
      {outcome !== null && (
        <Told>
          <MessageBox tone={outcome.tone} stays onClose={() => setOutcome(null)}>
            {outcome.text}
          </MessageBox>
        </Told>
      )}
      <RecordTable
        label="Providers"
        what="The providers"
        query={providers}
        rows={providers.data}
        columns={columns}
        idOf={({ providerId }) => providerId}
        empty={{
          icon: Building2,
          title: 'No providers',
          children: 'Providers are listed here once their file is imported.',
        }}
      />
      {asked !== null && (
        <ConfirmDialog
          title={`Remove the logo of ${asked.name}?`}
          action="Remove"
          onConfirm={() => take(asked)}
          onClose={() => setAsked(null)}
        >
          Reports that are made from now on show the provider’s name alone.
        </ConfirmDialog>
      )}
    </>
  );
}
