import { MOST_CHANGE, type PlausibilityRule, type StandardField } from '@superscope/contracts/asfa';
import { ArrowDown, ArrowUp, CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/class-names';
import { number } from '../../ui/format';
import type { Place } from './figure-entries';
import { amountText } from './figure-text';

interface Props {
  field: StandardField;
  /** The figure's whole name, such as 'Lump sums at 67: Modest, single'. */
  name: string;
  word: string;
  now: number | null;
  value: number | null;
  /** The text of the field; null for a figure that cannot be typed. */
  text: string | null;
  places: readonly Place[];
  isKept: boolean;
  /** A document was loaded. */
  isLoaded: boolean;
  failing: readonly PlausibilityRule[];
  shown: Place | null;
  onType: (text: string) => void;
  onKeep: () => void;
  onPick: (amount: number) => void;
  onShow: (place: Place) => void;
}

const LINK = 'text-left font-semibold text-brand hover:underline pointer-coarse:min-h-11';
const CELL = 'py-2.5 align-top max-md:py-0.5';

/** One figure: today's, the new one, the change, and where it was read. */
export function FigureRow({ name, word, now, value, text, places, isKept, failing, shown, ...rest }: Props) {
  const { isLoaded, onType, onKeep, onPick, onShow } = rest;
  const isTwice = places.length > 1;
  const error =
    value !== null
      ? null
      : text !== null && text !== ''
        ? 'Write an amount of dollars above 0'
        : isTwice
          ? null
          : isLoaded
            ? 'In no document'
            : null;
  /** Beside a field, text stands at the height of the field's text. */
  const beside = text !== null && 'md:pt-4.5';
  return (
    <tr className="border-t max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-4 max-md:px-4 max-md:py-3">
      <th scope="row" className={cx(CELL, beside, 'pl-4 text-left font-medium max-md:pl-0 sm:pl-5')}>
        {word}
      </th>
      <td className={cx(CELL, beside, 'text-right tabular-nums')}>{amountText(now)}</td>
      <td className={cx(CELL, 'pl-4 max-md:pl-0')}>
        {text === null ? (
          <span className="font-semibold tabular-nums">{amountText(value)}</span>
        ) : (
          <input
            aria-label={name}
            aria-invalid={error !== null || undefined}
            value={text}
            inputMode="decimal"
            maxLength={16}
            placeholder="type it"
            onChange={(event) => onType(event.target.value)}
            className={cx(
              'h-9 w-32 rounded-md border bg-surface px-3 text-base tabular-nums outline-none focus:outline-2 focus:outline-offset-1 focus:outline-focus pointer-coarse:h-11 pointer-coarse:text-[16px]',
              error === null ? 'border-line-strong' : 'border-danger',
            )}
          />
        )}
        {error !== null && <Note tone="danger">{error}</Note>}
        {failing.map(({ rule }) => (
          <Note key={rule} tone="attention">
            {warningOf(rule, value, now)}
          </Note>
        ))}
      </td>
      <td
        className={cx(CELL, beside, 'text-right whitespace-nowrap tabular-nums max-md:row-start-2 max-md:col-start-2')}
      >
        <Change now={now} value={value} />
      </td>
      <td className={cx(CELL, beside, 'pr-4 pl-4 max-md:col-span-2 max-md:px-0 sm:pr-5')}>
        {isTwice && value === null && (
          <Note tone="attention">
            ‘{word}’ stands at {places.length} places with different amounts. Choose one.
          </Note>
        )}
        {places.map((place) => (
          <span key={`${place.of.id} ${place.page} ${place.line} ${place.amount}`} className="block">
            <button
              type="button"
              aria-pressed={shown === place}
              aria-label={`${name}, page ${place.page}, line ${place.line} of ${place.of.document.name}`}
              className={LINK}
              onClick={() => onShow(place)}
            >
              page {place.page}, line {place.line}
            </button>
            {isTwice && (
              <button
                type="button"
                aria-label={`Choose ${amountText(place.amount)} for ${name}`}
                className={cx(LINK, 'ml-2')}
                onClick={() => onPick(place.amount)}
              >
                {value === place.amount ? `${amountText(place.amount)} chosen` : `Choose ${amountText(place.amount)}`}
              </button>
            )}
            <span className="block text-sm text-ink-3 wrap-anywhere">{place.of.document.name}</span>
          </span>
        ))}
        {places.length === 0 && now !== null && (
          <button type="button" aria-label={`Keep ${amountText(now)} for ${name}`} className={LINK} onClick={onKeep}>
            {isKept ? `Kept ${amountText(now)}` : `Keep ${amountText(now)}`}
          </button>
        )}
      </td>
    </tr>
  );
}

const Note = ({ tone, children }: { tone: 'danger' | 'attention'; children: ReactNode }) => {
  const Icon = tone === 'danger' ? CircleAlert : TriangleAlert;
  return (
    <span className={cx('mt-1 flex max-w-56 gap-1.5 text-sm', tone === 'danger' ? 'text-danger' : 'text-attention')}>
      <Icon size={14} className="mt-0.5 shrink-0" aria-hidden />
      <span>{children}</span>
    </span>
  );
};

function warningOf(rule: string, value: number | null, now: number | null): string {
  if (!rule.startsWith('Within') || value === null || now === null) return `Not so: ${rule.toLowerCase()}`;
  return `More than ${number(MOST_CHANGE * 100)} % ${value > now ? 'above' : 'below'} the last set`;
}

function Change({ now, value }: { now: number | null; value: number | null }) {
  if (now === null || value === null || now <= 0) return '–';
  const percent = (value / now - 1) * 100;
  if (Math.abs(percent) < 0.05) return 'none';
  const Icon = percent > 0 ? ArrowUp : ArrowDown;
  return (
    <span className="inline-flex items-center gap-1">
      <Icon size={14} aria-hidden />
      <span className="sr-only">{percent > 0 ? 'up' : 'down'}</span>
      {number(Math.abs(percent), 1)} %
    </span>
  );
}
