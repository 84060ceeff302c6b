import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SavedNote, saySaved } from './saved-note';

it('says what was saved to whoever saved it, and nothing to whoever comes after', async () => {
  const { unmount } = render(<SavedNote />);
  act(() => saySaved('The plan is saved.'));
  expect(await screen.findByText('The plan is saved.')).toBeVisible();
  unmount();
  // An answer that comes late has nobody to say it to.
  act(() => saySaved('The template is saved.'));
  render(<SavedNote />);
  expect(screen.queryByText(/is saved/)).toBeNull();
  act(() => saySaved('Another plan is saved.'));
  expect(await screen.findByText('Another plan is saved.')).toBeVisible();
});
