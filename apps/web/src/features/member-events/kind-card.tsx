import { longestFundName, longestNotes } from '@superscope/contracts/member-event-rules';
import { cx } from '../../ui/class-names';
import { SelectField } from '../../ui/select-field';
import { TextAreaField } from '../../ui/text-area-field';
import { TextField } from '../../ui/text-field';
import { KeyCap } from '../../ui/key-cap';
import { Toggle } from '../../ui/toggle';
import { OUTCOMES } from '../../portal/members/event-text';
import { problemsOf, type Filled, type KindOfEvent } from './new-events';

interface Props {
  kind: KindOfEvent;
  /** The digit that turns it on and off together with Alt. */
  digit: number;
  filled: Filled;
  onChange: (changed: Partial<Filled>) => void;
}

const outcomes = Object.entries(OUTCOMES).map(([value, label]) => ({ value, label }));

/** The switch of one kind of event, and its fields while it is on. */
export function KindCard({ kind, digit, filled, onChange }: Props) {
  const { label, fields } = kind;
  const problems = problemsOf(kind, filled);
  const has = (field: keyof Filled) => (fields as readonly string[]).includes(field);
  return (
    <div
      role="group"
      aria-label={label}
      className={cx('settle rounded-md border', filled.on && 'border-brand-line bg-brand-soft/50')}
    >
      <Toggle
        label={<span className="font-semibold">{label}</span>}
        keys={`Alt+${digit}`}
        after={<KeyCap>Alt {digit}</KeyCap>}
        selected={filled.on}
        // Turning the kind on resets the nomination to valid.
        onChange={(on) => onChange({ on, ...(on ? { valid: true } : {}) })}
        className="px-3.5 py-2.5"
      />
      {filled.on && fields.length > 0 && (
        <div className="grid gap-3 border-t border-brand-line px-3.5 pb-3.5 pt-3 sm:grid-cols-2">
          {has('valid') && (
            <Toggle
              small
              label="Nomination is valid"
              selected={filled.valid}
              onChange={(valid) => onChange({ valid })}
              className="sm:col-span-2"
            />
          )}
          {has('outcome') && (
            <div className="sm:col-span-2">
              <SelectField
                wide
                required
                label="Outcome"
                placeholder="Choose an outcome"
                options={outcomes}
                value={filled.outcome}
                onChange={(outcome) => onChange({ outcome })}
                error={problems.outcome}
              />
            </div>
          )}
          {has('amount') && (
            <TextField
              compact
              label="Amount consolidated"
              inputMode="decimal"
              placeholder="$0.00"
              value={filled.amount}
              maxLength={20}
              onChange={(event) => onChange({ amount: event.target.value })}
              error={problems.amount}
            />
          )}
          {has('fundName') && (
            <TextField
              compact
              label="Fund name"
              value={filled.fundName}
              maxLength={longestFundName}
              onChange={(event) => onChange({ fundName: event.target.value })}
            />
          )}
          {has('notes') && (
            <div className="sm:col-span-2">
              <TextAreaField
                label="Notes"
                placeholder="Optional"
                maxLength={longestNotes}
                value={filled.notes}
                onChange={(notes) => onChange({ notes })}
              />
            </div>
          )}
        </div>
      )}
    </div>
  );
}
