import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { HelpedSwitch } from './switch';

it('can also be switched by its label, and keeps a single accessible name', async () => {
  const change = vi.fn();
  render(<HelpedSwitch label="Engaged" help="Active within a year" selected={false} onChange={change} />);
  await userEvent.click(screen.getByText('Engaged'));
  expect(change).toHaveBeenCalledExactlyOnceWith(true);
  expect(screen.getByRole('switch', { name: 'Engaged' })).not.toBeChecked();
});
