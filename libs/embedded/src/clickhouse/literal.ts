/** A ClickHouse string literal holding exactly `value`. */
export const stringLiteral = (value: string) =>
  `'${value.replace(/['\\\0]/g, (c) => (c === '\0' ? '\\0' : `\\${c}`))}'`;

/** A quoted ClickHouse name. */
export const quotedName = (name: string) => `\`${name.replace(/[`\\]/g, (c) => `\\${c}`)}\``;
