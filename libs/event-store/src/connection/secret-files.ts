import { readFileSync } from 'node:fs';

export type Settings = Record<string, string | undefined>;

/**
 * Settings in which each `NAME_FILE` gives `NAME` the trimmed content of that file, as container platforms provide
 * secrets. Only `names` are looked up; a name whose `_FILE` is a setting of its own is left alone. `problems`
 * describes, one sentence each, settings that are given twice, empty or unreadable. It never quotes a value.
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
