/** Masks an e-mail address so that only its owner recognises it: `d•••k@kestrel.example`. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at)];
  // The first and the last letter of a short name would reveal all of it.
  return local.length < 4 ? `•••${domain}` : `${local[0]}•••${local.at(-1)}${domain}`;
}
