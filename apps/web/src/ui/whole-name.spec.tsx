import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { WholeName } from './whole-name';

const LONG = 'The Superannuation Plan of a Company with an Uncommonly Long Name';

async function focused(widths: { scrollWidth: number; clientWidth: number }) {
  for (const [name, width] of Object.entries(widths))
    vi.spyOn(HTMLElement.prototype, name as 'clientWidth', 'get').mockReturnValue(width);
  render(
    <WholeName name={LONG}>
      <button type="button" className="truncate">
        {LONG}
      </button>
    </WholeName>,
  );
  await userEvent.setup({ delay: null }).tab();
  expect(screen.getByRole('button')).toHaveFocus();
}

it('shows a truncated name in a tooltip, also by keyboard', async () => {
  await focused({ scrollWidth: 400, clientWidth: 200 });
  await waitFor(() => expect(screen.getByRole('tooltip')).toHaveTextContent(LONG));
  vi.restoreAllMocks();
});

it('has no tooltip for a name that is shown whole', async () => {
  await focused({ scrollWidth: 200, clientWidth: 200 });
  expect(screen.queryByRole('tooltip')).toBeNull();
  vi.restoreAllMocks();
});
