import { watchedMetric, watchedMetrics, watchUnits } from '@superscope/contracts/watched-metrics';
import { watchRequest, type WatchRequest } from '@superscope/contracts/watches';
import { BellPlus } from 'lucide-react';
import { useState } from 'react';
import { RequestForm } from '../../portal/forms/request-form';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { Button } from '../../ui/button';
import { MessageBox } from '../../ui/message-box';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { watchText } from './watch-text';
import { useSetWatchMutation } from './watches.api';

const FIGURES = watchedMetrics.map(({ key, name }) => ({ value: key, label: name }));
const DIRECTIONS = [
  { value: 'below', label: 'falls below' },
  { value: 'above', label: 'rises above' },
];

/** Adds a watch on a figure of the plan. `metric` is preselected by the card whose link was followed. */
export function WatchForm({ planId, metric: given }: { planId: string; metric: string | null }) {
  const [set] = useSetWatchMutation();
  const [done, setDone] = useState<string | null>(null);
  const form = useRequestForm({
    of: planId,
    saved: null,
    schema: watchRequest,
    values: { metric: watchedMetric(given ?? '')?.key ?? 'superScore', direction: 'below', threshold: '' },
    request: ({ metric, direction, threshold }) => ({
      planId,
      metric,
      direction: direction as WatchRequest['direction'],
      threshold: numberOf(threshold),
    }),
    send: (body) => {
      setDone(null);
      return set(body).unwrap();
    },
    onDone: (_, terms) => {
      form.set('threshold', '');
      setDone(watchText(terms));
    },
    failed: 'The watch could not be set. Please try again.',
  });
  const unit = watchUnits[watchedMetric(form.values.metric)!.unit];
  return (
    <RequestForm form={form}>
      {done !== null && (
        <MessageBox key={done} tone="good" onClose={() => setDone(null)}>
          You watch: {done}
        </MessageBox>
      )}
      <div className="grid gap-3 sm:grid-cols-[14rem_14rem_minmax(8rem,12rem)] sm:items-start sm:justify-start">
        <SelectField wide label="Figure" options={FIGURES} {...form.choice('metric')} />
        <SelectField wide label="When it" options={DIRECTIONS} {...form.choice('direction')} />
        <TextField label="Value" inputMode="decimal" compact hint={`In ${unit.of}`} {...form.text('threshold')} />
      </div>
      <Button type="submit" kind="primary" icon={BellPlus} busy={form.isBusy}>
        Watch
      </Button>
    </RequestForm>
  );
}

/** A number as typed, such as '45 %' or '$1,200'; NaN for anything else. */
const numberOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed.replaceAll(/[\s,$%]/g, '')));
