import type { KeyboardEvent } from 'react';

/** Submits the form of the field on Ctrl+Enter, or Cmd+Enter on a Mac, as from a field of several lines. */
export function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  // A question over the form has a form of its own.
  event.stopPropagation();
  const { currentTarget: form } = event;
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]');
  if (button === null) form.requestSubmit();
  // As Enter in a field does: a button that is disabled or busy submits nothing.
  else button.click();
}
