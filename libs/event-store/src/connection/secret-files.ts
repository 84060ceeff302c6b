import { readFileSync } from 'node:fs';

export type Settings = Record<string, string | undefined>;

/**
 * Settings where each `NAME_FILE` gave `NAME` the trimmed content of that file, as container platforms hand out secrets. Only
 * `names` are looked for; a name whose `_FILE` is a setting of its own is left alone. `problems` names, one sentence each, what
 * is given twice, empty, or cannot be read; it never quotes a value.
 */
export function withSecretFiles(
  source: Settings,
  names: readonly string[],
  read: (file: string) => string = (file) => readFileSync(file, 'utf8'),
): { settings: Settings; problems: string[] } {
  const settings = { ...source };
  const problems: string[] = [];
  for (const name of names) {
    const setting = `${name}_FILE`;
    const file = source[setting];
    if (names.includes(setting) || file === undefined || file === '') continue;
    if (source[name] !== undefined) {
      problems.push(`${name} and ${setting} are both set: set one`);
      continue;
    }
    try {
      const content = read(file).trim();
      if (content === '') problems.push(`${setting}: the file is empty`);
      else settings[name] = content;
    } catch (error) {
      problems.push(
        `${setting}: the file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`,
      );
    }
  }
  return { settings, problems };
}
