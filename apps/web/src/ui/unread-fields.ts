/**
 * Moves the focus to the first field whose text is no value, such as a date without its year, or none that may be chosen, and has it say so.
 * False if there is none. A form asks before it runs, because such a field would count as empty.
 */
export function asksForUnread(within: HTMLElement | null): boolean {
  const inputs = within?.querySelectorAll('input') ?? [];
  const unread = [...inputs].find((input) => input.validity.customError && !input.readOnly);
  if (unread === undefined) return false;
  unread.focus();
  // Of the field's own making: it shows its message from now on.
  unread.checkValidity();
  return true;
}
