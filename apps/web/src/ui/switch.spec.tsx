import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { HelpedSwitch } from './switch';

it('is switched by a press on its words, too, and keeps its one name', async () => {
  const change = vi.fn();
  render(<HelpedSwitch label="Engaged" help="Active within a year" selected={false} onChange={change} />);
  await userEvent.click(screen.getByText('Engaged'));
  expect(change).toHaveBeenCalledExactlyOnceWith(true);
  expect(screen.getByRole('switch', { name: 'Engaged' })).not.toBeChecked();
});
