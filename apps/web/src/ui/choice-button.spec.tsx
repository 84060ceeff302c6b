import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CalendarDays } from 'lucide-react';
import { describe, expect, it, vi } from 'vitest';
import { ChoiceButton } from './choice-button';

const groups = [
  {
    label: 'Seasons',
    choices: [
      { key: 'spring', label: 'Spring', note: 'from September' },
      { key: 'summer', label: 'Summer', note: 'from December' },
      { key: 'autumn', label: 'Autumn', note: 'not yet', disabled: true },
    ],
  },
] as const;

function draw() {
  const onChoose = vi.fn();
  render(
    <ChoiceButton label="Season" icon={CalendarDays} groups={groups} chosen="summer" onChoose={onChoose}>
      Summer
    </ChoiceButton>,
  );
  return { onChoose, user: userEvent.setup(), button: screen.getByRole('button', { name: /Summer.*Season/ }) };
}
const closed = () => waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());

describe('A button that names a choice', () => {
  it('opens the list by a press, with the current choice marked, and reports another choice', async () => {
    const { user, button, onChoose } = draw();
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    const chosen = await screen.findByRole('option', { name: /Summer/ });
    expect(chosen).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('option', { name: /Spring/ }));
    expect(onChoose.mock.calls).toEqual([['spring']]);
    await closed();
  });

  it('opens by an arrow key, and regains the focus by Escape', async () => {
    const { user, button, onChoose } = draw();
    await user.tab();
    await user.keyboard('{ArrowDown}');
    expect(await screen.findByRole('option', { name: /Summer/ })).toBeVisible();
    await user.keyboard('{Escape}');
    await closed();
    await waitFor(() => expect(button).toHaveFocus());
    expect(onChoose).not.toHaveBeenCalled();
  });

  it('closes the list without a change if the current choice is chosen again, and offers no disabled choices', async () => {
    const { user, button, onChoose } = draw();
    await user.click(button);
    await user.click(await screen.findByRole('option', { name: /Autumn/ }));
    expect(screen.getByRole('listbox')).toBeVisible();
    await user.click(screen.getByRole('option', { name: /Summer/ }));
    await closed();
    expect(onChoose).not.toHaveBeenCalled();
  });
});
