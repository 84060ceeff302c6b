/** An e-mail address of which its owner recognises the rest: `d•••k@kestrel.example`. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at)];
  // Of a short name the first and the last letter would say all.
  return local.length < 4 ? `•••${domain}` : `${local[0]}•••${local.at(-1)}${domain}`;
}
