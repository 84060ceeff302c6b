import { fireEvent, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** The text of a date field. */
export const dateTextOf = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label }).value;

/** Types a date over the one in a date field, and leaves the field. */
export async function typeDate(user: UserEvent, label: string, text: string) {
  const field = screen.getByRole('textbox', { name: label });
  await user.clear(field);
  if (text !== '') await user.type(field, text);
  fireEvent.blur(field);
}
