/** Whom to call, of those who have a number or an address. */
export function contactsSentence(manager: string | null, contacts: readonly { phone: string | null }[]): string {
  if (manager !== null) return `${manager} looks after your plan: ask here first, whatever the question.`;
  const phone = contacts.find((each) => each.phone !== null)?.phone ?? null;
  return phone === null ? 'These people look after your plan.' : `Call ${phone} about your plan.`;
}
