import { alertMute, mostMutedDays, type Alert } from '@superscope/contracts/alerts';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { DateTimeField } from '../../ui/date-time-field';
import { dateTime, sydneyField, sydneyInstant } from '../../ui/format';
import { Segmented } from '../../ui/segmented';
import { TextField } from '../../ui/text-field';
import { useMuteAlertMutation } from './alert-list.api';
import { LONGEST_REASON } from './reason';

interface Props {
  alert: Alert;
  onDone: (until: string) => void;
  onClose: () => void;
}

type How = 'hour' | 'tomorrow' | 'time';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const inSydney = (at: number) => sydneyField(new Date(at).toISOString());
/** Eight in the morning in Sydney, when people come to work. */
const tomorrow = (now: number) => `${inSydney(now + DAY_MS).slice(0, 10)}T08:00`;

/** Tells nobody of an alert until a time, with a reason that the others read. */
export function MuteAlertDialog({ alert: { check, title }, onDone, onClose }: Props) {
  const [mute] = useMuteAlertMutation();
  const now = new Date().getTime();
  const untilOf = (how: How, time: string, from = new Date().getTime()): string =>
    how === 'hour' ? new Date(from + HOUR_MS).toISOString() : how === 'tomorrow' ? tomorrow(from) : time;
  const atFirst: { how: How; time: string; reason: string } = { how: 'hour', time: tomorrow(now), reason: '' };
  const form = useRequestForm({
    of: `mute ${check}`,
    saved: null,
    schema: alertMute,
    values: atFirst,
    request: ({ how, time, reason }) => ({ until: untilOf(how, time), reason }),
    rules: ({ how, time }) => ({ time: how === 'time' && time === '' && 'Choose until when.' }),
    send: async (body) => {
      await mute({ check, ...body }).unwrap();
      return shownTime(body.until);
    },
    onDone,
    failed: 'It could not be muted. Please try again.',
  });
  const { how, time } = form.values;
  return (
    <FormDialog
      title={`Mute ‘${title}’`}
      action="Mute"
      intro="It stays in the list, and nobody is told of it. What it missed is told afterwards."
      form={form}
      onClose={onClose}
    >
      <div>
        <p className="mb-1 text-base font-semibold">Until</p>
        <Segmented
          tall
          label="Until"
          options={[
            { value: 'hour', label: '1 hour' },
            { value: 'tomorrow', label: 'Tomorrow 08:00' },
            { value: 'time', label: 'A time' },
          ]}
          value={how}
          onChange={(chosen) => form.set('how', chosen)}
        />
        {how !== 'time' && (
          <p className="mt-1.5 text-sm tabular-nums text-ink-3">
            {shownTime(untilOf(how, time))}; at most {mostMutedDays} days
          </p>
        )}
      </div>
      {how === 'time' && (
        <div>
          <DateTimeField
            label="Time in Sydney"
            min={inSydney(now)}
            max={inSydney(now + mostMutedDays * DAY_MS)}
            {...form.choice('time')}
          />
          <p className="mt-1.5 text-sm text-ink-3">At most {mostMutedDays} days ahead.</p>
        </div>
      )}
      <TextField
        compact
        label="Why"
        mark={<span className="font-normal text-ink-3"> (required)</span>}
        maxLength={LONGEST_REASON}
        autoComplete="off"
        {...form.text('reason')}
      />
    </FormDialog>
  );
}

/** An instant, or a time of Sydney, as the portal writes it. */
const shownTime = (time: string): string => dateTime(time.endsWith('Z') ? time : (sydneyInstant(time) ?? time));
