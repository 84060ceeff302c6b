import type { AnnouncedMaintenance } from '@superscope/contracts/maintenance';
import { longestMessage } from '@superscope/contracts/maintenance-rule';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { messageOf, referenceOf } from '../../portal/api/base.api';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import { DateTimeField } from '../../ui/date-time-field';
import { sydneyField } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { Reference } from '../../ui/states';
import { TextField } from '../../ui/text-field';
import { useAnnounceMaintenanceMutation } from './maintenance.api';

const REQUIRED = 'All fields must be completed';
const HOUR_MS = 3_600_000;

/** Sets the message and its time. The times are Sydney's, as everywhere in the portal. */
export function MaintenanceForm({ notice }: { notice: AnnouncedMaintenance['notice'] }) {
  const [announce, { isLoading, error }] = useAnnounceMaintenanceMutation();
  const [now] = useState(Date.now);
  const { register, control, handleSubmit, formState } = useForm({
    defaultValues: {
      message: notice?.message ?? '',
      from: sydneyField(notice?.from ?? new Date(now).toISOString()),
      to: sydneyField(notice?.to ?? new Date(now + 2 * HOUR_MS).toISOString()),
    },
  });
  const { errors } = formState;
  const submit = handleSubmit((fields) => announce({ ...fields, message: fields.message.trim() }));
  return (
    <Card aria-label={notice ? 'Change the message' : 'Announce a maintenance'}>
      <CardHead title={notice ? 'Change the message' : 'Announce a maintenance'} note="Times are those of Sydney" />
      <form className="mt-4 space-y-4" onSubmit={(event) => void submit(event)} noValidate>
        {error !== undefined && (
          <MessageBox tone="danger">
            {messageOf(error) ?? 'The message could not be set. Please try again.'}
            <Reference id={referenceOf(error)} className="mt-1" />
          </MessageBox>
        )}
        <TextField
          label="Message"
          maxLength={longestMessage}
          hint="Such as: Sunday from 2:00 am to 4:00 am AEDT, figures cannot be read."
          error={errors.message?.message}
          {...register('message', { validate: (text) => text.trim() !== '' || REQUIRED })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Controller
            name="from"
            control={control}
            rules={{ required: REQUIRED }}
            render={({ field: { value, onChange } }) => (
              <DateTimeField label="Shown from" value={value} error={errors.from?.message} onChange={onChange} />
            )}
          />
          <Controller
            name="to"
            control={control}
            rules={{
              required: REQUIRED,
              validate: (to, { from }) => to > from || 'The message must end after it begins.',
            }}
            render={({ field: { value, onChange } }) => (
              <DateTimeField label="Shown until" value={value} error={errors.to?.message} onChange={onChange} />
            )}
          />
        </div>
        <Button type="submit" kind="primary" icon={Megaphone} busy={isLoading}>
          {notice ? 'Change message' : 'Announce'}
        </Button>
      </form>
    </Card>
  );
}
