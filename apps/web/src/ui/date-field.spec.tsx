import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { describe, expect, it } from 'vitest';
import { DateField } from './date-field';
import { DateTimeField } from './date-time-field';

/** A field with the value of its form, and every value that it gave. */
function opened(first: string | null = '2026-11-26') {
  const given: (string | null)[] = [];
  function Form() {
    const [day, setDay] = useState(first);
    const put = (next: string | null) => {
      given.push(next);
      setDay(next);
    };
    return (
      <>
        <DateField label="Day" min="1970-01-01" max="2026-11-30" value={day} onChange={put} />
        <button onClick={() => setDay('2026-01-02')}>Reset</button>
      </>
    );
  }
  render(
    <I18nProvider locale="en-AU">
      <Form />
    </I18nProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Day' });
  return { user: userEvent.setup(), field, given };
}

describe('A date field', () => {
  it('shows what is typed, and has a value once it is a whole date', async () => {
    const { user, field, given } = opened();
    await user.clear(field);
    await user.type(field, '02/11/2026');
    expect(field).toHaveValue('02/11/2026');
    expect(given).toEqual([null, '2026-11-02']);
  });

  it('has no other date while one part is typed over', async () => {
    const { user, field, given } = opened();
    // 26 becomes 25: the text in between reads 2/11/2026.
    await user.type(field, '{Backspace}', { initialSelectionStart: 1, initialSelectionEnd: 2 });
    expect(field).toHaveValue('2/11/2026');
    await user.type(field, '5', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(given).toEqual([null, '2026-11-25']);
  });

  it('writes a short date out when it is left or Enter is pressed', async () => {
    const { user, field, given } = opened(null);
    await user.type(field, '2.3.2026');
    await user.tab();
    expect(field).toHaveValue('02/03/2026');
    await user.clear(field);
    await user.paste('04032026');
    await user.keyboard('{Enter}');
    expect(field).toHaveValue('04/03/2026');
    expect(given).toEqual(['2026-03-02', null, '2026-03-04']);
  });

  it.each(['31/02/2026', '29/02/2025', '00/01/2026', '12/13/2026'])(
    'keeps %s, which is no date, says so, and has no value',
    async (text) => {
      const { user, field, given } = opened();
      await user.clear(field);
      await user.type(field, text);
      await user.tab();
      expect(field).toHaveValue(text);
      expect(field).toBeInvalid();
      expect(field).toHaveAccessibleDescription(`${text} is not a date`);
      expect(given.at(-1)).toBeNull();
    },
  );

  it('says how a date is written once an unfinished one is left', async () => {
    const { user, field } = opened(null);
    await user.type(field, '02/11/26');
    expect(field).not.toHaveAttribute('aria-invalid');
    expect(field).toHaveAccessibleDescription('');
    await user.tab();
    expect(field).toHaveAccessibleDescription('02/11/26 is not a date. Write it as dd/mm/yyyy');
    expect(field).toHaveValue('02/11/26');
  });

  it('names the days that may be chosen', async () => {
    const { user, field } = opened(null);
    await user.type(field, '01/12/2026');
    expect(field).toHaveAccessibleDescription('Choose a date up to 30/11/2026');
    await user.clear(field);
    await user.type(field, '01/12/1969');
    expect(field).toHaveAccessibleDescription('Choose a date from 01/01/1970 on');
  });

  it('takes a value from elsewhere, in place of what was typed', async () => {
    const { user, field } = opened();
    await user.clear(field);
    await user.type(field, '31/02/2026');
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(field).toHaveValue('02/01/2026');
    expect(field).toBeValid();
  });

  it('takes a day from its calendar', async () => {
    const { user, field, given } = opened();
    await user.click(screen.getByRole('button', { name: 'Calendar, Day' }));
    expect(await screen.findByRole('dialog', { name: 'Calendar, Day' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: /17 November 2026/ }));
    expect(field).toHaveValue('17/11/2026');
    expect(given).toEqual(['2026-11-17']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('A field for a day and a time', () => {
  function Form() {
    const [at, setAt] = useState('2026-11-26T10:42');
    return (
      <>
        <DateTimeField label="At" value={at} onChange={setAt} />
        <output>{at}</output>
      </>
    );
  }

  it.each([
    ['02/11/2026 09:05', '2026-11-02T09:05', ''],
    ['2/11/2026 9.05', '2026-11-02T09:05', ''],
    ['021120260905', '2026-11-02T09:05', ''],
    ['31/02/2026 09:05', '', '31/02/2026 09:05 is not a date'],
    ['02/11/2026 24:00', '', '02/11/2026 24:00 is not a date'],
    ['02/11/2026', '', '02/11/2026 is not a date'],
  ])('reads %j as %j', async (text, value, message) => {
    render(<Form />);
    const user = userEvent.setup();
    const field = screen.getByRole('textbox', { name: 'At' });
    await user.clear(field);
    await user.type(field, text);
    await user.tab();
    expect(screen.getByRole('status')).toHaveTextContent(value === '' ? /^$/ : value);
    expect(field).toHaveAccessibleDescription(message);
  });
});
