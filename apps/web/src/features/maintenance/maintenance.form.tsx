import { maintenanceRequest, type AnnouncedMaintenance } from '@superscope/contracts/maintenance';
import { longestMessage } from '@superscope/contracts/maintenance-rule';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { RequestForm } from '../../portal/forms/request-form';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import { DateTimeField } from '../../ui/date-time-field';
import { sydneyField } from '../../ui/format';
import { TextField } from '../../ui/text-field';
import { useAnnounceMaintenanceMutation } from './maintenance.api';

const HOUR_MS = 3_600_000;

/** Sets the message and its time. The times are Sydney's, as everywhere in the portal. */
export function MaintenanceForm({ announced: { notice, revision } }: { announced: AnnouncedMaintenance }) {
  const [announce] = useAnnounceMaintenanceMutation();
  const [now] = useState(Date.now);
  const form = useRequestForm({
    of: 'notice',
    schema: maintenanceRequest,
    values: {
      message: notice?.message ?? '',
      from: sydneyField(notice?.from ?? new Date(now).toISOString()),
      to: sydneyField(notice?.to ?? new Date(now + 2 * HOUR_MS).toISOString()),
    },
    // Both times are Sydney's, so they compare as texts.
    rules: ({ from, to }) => ({ to: to !== '' && to <= from && 'The message must end after it begins.' }),
    revision,
    follows: true,
    send: (body, revision) => announce({ ...body, revision }).unwrap(),
    failed: 'The message could not be set. Please try again.',
  });
  return (
    <Card aria-label={notice ? 'Change the message' : 'Announce a maintenance'}>
      <CardHead title={notice ? 'Change the message' : 'Announce a maintenance'} note="Times are those of Sydney" />
      <RequestForm form={form} action={notice ? 'Change message' : 'Announce'} className="mt-4">
        <TextField
          label="Message"
          maxLength={longestMessage}
          hint="Such as: Sunday from 2:00 am to 4:00 am AEDT, figures cannot be read."
          {...form.text('message')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <DateTimeField label="Shown from" {...form.choice('from')} />
          <DateTimeField label="Shown until" {...form.choice('to')} />
        </div>
        <Button type="submit" kind="primary" icon={Megaphone} busy={form.isBusy}>
          {notice ? 'Change message' : 'Announce'}
        </Button>
      </RequestForm>
    </Card>
  );
}
