import { earliestDay, latestDay, type CsvColumn } from '@superscope/contracts/csv-columns';

const yearOf = (day: string) => day.slice(0, 4);

/** What a column accepts beyond its type, in sentences. */
export function ruleOf(column: CsvColumn): string {
  const {
    type,
    required,
    maxLength,
    values,
    min,
    max,
    monthEnd,
    earliest = earliestDay,
    past,
    ofBirth,
    lines,
    patternMessage,
  } = column;
  const isDated = type === 'date' || type === 'instant';
  return [
    required ? 'A value on every line.' : 'May be blank or left out.',
    ...(type === 'id' ? ['Up to 40 letters, digits, - and _, beginning with a letter or digit.'] : []),
    ...(maxLength !== undefined ? [`At most ${maxLength} characters.`] : []),
    ...(lines !== undefined ? ['May have line breaks.'] : []),
    ...(patternMessage !== undefined ? [patternMessage] : []),
    ...(values !== undefined ? [`One of: ${values.join(', ')}.`] : []),
    ...(type === 'flag' ? ['Yes or No.'] : []),
    ...(type === 'date' ? ['yyyy-MM-dd or dd/MM/yyyy.'] : []),
    ...(type === 'instant' ? ['yyyy-MM-dd HH:mm in Sydney, or ISO 8601.'] : []),
    ...(monthEnd ? ['The last day of a month.'] : []),
    ...(past ? ['Not in the future.'] : []),
    ...(ofBirth ? ['At most 110 years before today and at least 10 years before joining. Blank if not known.'] : []),
    ...(isDated && !ofBirth ? [`From ${yearOf(earliest)} to ${yearOf(latestDay)}.`] : []),
    ...(type === 'money' ? ['At most two decimals, without $. Commas only between thousands.'] : []),
    ...(type === 'number' ? ['At most eight decimals. Commas only between thousands.'] : []),
    ...(type === 'integer' ? ['A whole number.'] : []),
    ...limitsOf(min, max),
  ].join(' ');
}

function limitsOf(min: number | undefined, max: number | undefined): string[] {
  if (min !== undefined && max !== undefined) return [`From ${min} to ${max}.`];
  if (min === 0) return ['Not negative.'];
  return [...(min === undefined ? [] : [`At least ${min}.`]), ...(max === undefined ? [] : [`At most ${max}.`])];
}
