/** What all of these come to, by their names. */
export async function allOf<Asked extends Readonly<Record<string, unknown>>>(
  asked: Asked,
): Promise<{ -readonly [Name in keyof Asked]: Awaited<Asked[Name]> }> {
  const found = await Promise.all(Object.entries(asked).map(async ([name, each]) => [name, await each] as const));
  return Object.fromEntries(found) as { -readonly [Name in keyof Asked]: Awaited<Asked[Name]> };
}
