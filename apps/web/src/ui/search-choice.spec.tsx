import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SearchChoice } from './search-choice';

const item = (key: string, label: string, refused: string | null = null) => ({ key, label, words: '', refused });
const groups = [
  { label: 'Members', items: [item('count', 'Number of members'), item('age', 'Average age')] },
  {
    label: 'Money',
    items: [item('balance', 'Balance'), item('cover', 'Cover', 'Not with this'), item('fees', 'Fees')],
  },
];

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

async function opened(key = '{Enter}') {
  const onChoose = vi.fn();
  const user = userEvent.setup();
  render(
    <SearchChoice label="Show" hint="Try" counted="measures" groups={groups} chosen="count" onChoose={onChoose} />,
  );
  await user.tab();
  await user.keyboard(key);
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
  return { user, onChoose };
}

describe('A long list by keyboard', () => {
  it.each([
    ['the arrow down', '{ArrowDown}{Enter}', 'age'],
    ['the arrow up from the top, which goes to the last', '{ArrowUp}{Enter}', 'fees'],
    ['typing and Enter', 'bal{Enter}', 'balance'],
    ['arrows past what cannot be chosen', '{ArrowDown}{ArrowDown}{ArrowDown}{Enter}', 'fees'],
    ['typing, an arrow and Enter', 'e{ArrowDown}{Enter}', 'age'],
  ])('chooses by %s', async (_, keys, key) => {
    const { user, onChoose } = await opened();
    await user.keyboard(keys);
    expect(onChoose.mock.calls).toEqual([[key]]);
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.getByRole('button', { name: /^Show/ })).toHaveFocus();
  });

  it.each(['{ArrowDown}', ' '])('opens by %s', async (key) => {
    const { user, onChoose } = await opened(key);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onChoose.mock.calls).toEqual([['age']]);
  });

  it('names the highlighted option to screen readers, first the one that is chosen', async () => {
    const { user } = await opened();
    const named = () => document.getElementById(screen.getByRole('searchbox').getAttribute('aria-activedescendant')!);
    expect(named()).toBe(screen.getByRole('option', { name: 'Number of members', selected: true }));
    await user.keyboard('{ArrowDown}');
    expect(named()).toBe(screen.getByRole('option', { name: 'Average age' }));
    await user.keyboard('fee');
    expect(named()).toHaveTextContent(/^Fees$/);
  });

  it('leads back to the field by an arrow in the list, and chooses by Enter there', async () => {
    const { user, onChoose } = await opened();
    const list = screen.getByRole('group', { name: 'measures' });
    act(() => list.focus());
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    act(() => list.focus());
    await user.keyboard('{Enter}');
    expect(onChoose.mock.calls).toEqual([['age']]);
  });

  it('keeps the choice by Escape, which clears what was typed first, and by Enter on it', async () => {
    const { user, onChoose } = await opened();
    await user.keyboard('fee{Escape}');
    expect(screen.getByRole('searchbox')).toHaveValue('');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('searchbox')).toBeNull();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(onChoose).not.toHaveBeenCalled();
  });
});
