import { date } from '../../ui/format';

type FileValue = string | number | boolean | null;

const numberText = (value: number) => value.toLocaleString('en-AU', { maximumFractionDigits: 8 });
const moneyText = (value: number) => value.toLocaleString('en-AU', { style: 'currency', currency: 'AUD' });
const day = /^\d{4}-\d{2}-\d{2}$/;

/** A value of a file as people read it. */
export function valueText(value: FileValue, unit: string): string {
  if (value === null) return 'blank';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return day.test(value) ? date(value) : value;
  if (/^dollars($| a | in )/.test(unit) && !unit.includes('$1,000')) return moneyText(value);
  return unit.startsWith('percent') ? `${numberText(value)}%` : numberText(value);
}

/** By how much a number changes, with its sign; empty for other values. */
export function changeText(was: FileValue, becomes: FileValue, unit: string): string {
  if (typeof was !== 'number' || typeof becomes !== 'number') return '';
  const text = valueText(Math.abs(becomes - was), unit);
  return `${becomes < was ? '−' : '+'}${text}`;
}
