import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';

/** The parts of a date field: day, month and year, and hour and minute if it has them. */
export const datePartsOf = (label: string) =>
  within(screen.getByRole('group', { name: label })).getAllByRole('spinbutton');

/** Types into parts of a date field, by their index. */
export async function typeDate(user: UserEvent, label: string, typed: Readonly<Record<number, string>>) {
  // In happy-dom, `collapse` fires a selection event, on which React Aria calls `collapse` again, without end.
  const collapse = vi.spyOn(Selection.prototype, 'collapse').mockImplementation(() => undefined);
  for (const [part, text] of Object.entries(typed)) await user.type(datePartsOf(label)[Number(part)]!, text);
  collapse.mockRestore();
}
