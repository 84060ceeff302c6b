import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from './button';

it('keeps the focus while its action runs, and does not start it twice', async () => {
  const [press, send] = [vi.fn(), vi.fn((event: Event) => event.preventDefault())];
  const form = (busy: boolean) => (
    <form onSubmit={(event) => send(event.nativeEvent)}>
      <input aria-label="Name" />
      <Button type="submit" busy={busy} onClick={press}>
        Save
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  const button = screen.getByRole('button', { name: 'Save' });
  await userEvent.click(button);
  rerender(form(true));
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(button);
  await userEvent.type(screen.getByLabelText('Name'), 'Ann{Enter}');
  expect(press).toHaveBeenCalledTimes(1);
  expect(send).toHaveBeenCalledTimes(1);
});
