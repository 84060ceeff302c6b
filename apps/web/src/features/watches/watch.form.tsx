import { watchedMetric, watchedMetrics, watchUnits } from '@superscope/contracts/watched-metrics';
import type { WatchRequest } from '@superscope/contracts/watches';
import { BellPlus } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { messageOf, referenceOf } from '../../portal/api/base.api';
import { Button } from '../../ui/button';
import { MessageBox } from '../../ui/message-box';
import { SelectField } from '../../ui/select-field';
import { Reference } from '../../ui/states';
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
  const [set, { isLoading, error }] = useSetWatchMutation();
  const [metric, setMetric] = useState(watchedMetric(given ?? '')?.key ?? 'superScore');
  const [direction, setDirection] = useState<string>('below');
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [done, setDone] = useState<string | null>(null);
  const unit = watchUnits[watchedMetric(metric)!.unit];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setDone(null);
    const threshold = Number(text.replaceAll(/[\s,$%]/g, ''));
    if (text.trim() === '' || !Number.isFinite(threshold)) return setWrong('Enter a number');
    if (threshold < unit.least || threshold > unit.most) return setWrong(`The figure is in ${unit.of}`);
    setWrong(undefined);
    const terms = { metric, direction: direction as WatchRequest['direction'], threshold };
    void set({ planId, ...terms })
      .unwrap()
      .then(
        () => {
          setText('');
          setDone(watchText(terms));
        },
        () => undefined,
      );
  };

  return (
    <form className="space-y-4" onSubmit={submit} noValidate>
      {error !== undefined && (
        <MessageBox tone="danger">
          {messageOf(error) ?? 'The watch could not be set. Please try again.'}
          <Reference id={referenceOf(error)} className="mt-1" />
        </MessageBox>
      )}
      {done !== null && (
        <MessageBox key={done} tone="good" onClose={() => setDone(null)}>
          You watch: {done}
        </MessageBox>
      )}
      <div className="grid gap-3 sm:grid-cols-[14rem_14rem_minmax(8rem,12rem)] sm:items-start sm:justify-start">
        <SelectField wide label="Figure" options={FIGURES} value={metric} onChange={setMetric} />
        <SelectField wide label="When it" options={DIRECTIONS} value={direction} onChange={setDirection} />
        <TextField
          label="Value"
          inputMode="decimal"
          compact
          value={text}
          onChange={({ target }) => setText(target.value)}
          hint={`In ${unit.of}`}
          error={wrong}
        />
      </div>
      <Button type="submit" kind="primary" icon={BellPlus} busy={isLoading}>
        Watch
      </Button>
    </form>
  );
}
