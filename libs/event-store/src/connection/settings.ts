import type { z } from 'zod';
import { withSecretFiles, type Settings } from './secret-files.js';

/**
 * Reads and checks every setting of a process at once. Any `NAME` may be given as `NAME_FILE`, the path of a file with its value. Throws
 * one sentence that names what is missing or wrong, but never a value. The sentence begins with `whose` ("The api's").
 */
export function readSettings<Schema extends z.ZodObject>(
  whose: string,
  schema: Schema,
  source: Settings,
): z.infer<Schema> {
  const { settings, problems } = withSecretFiles(source, Object.keys(schema.shape));
  return checkedSettings(whose, schema, settings, problems);
}

/** The settings of a process. If they are wrong, the process prints why in one sentence, sends it to its parent process, and ends. */
export const settingsOrEnd = <Settings>(read: () => Settings): Promise<Settings> =>
  orEndWith(Error, async () => read());

/** The result of `read`. If it throws a `Refusal`, the process prints the error's message, sends it to its parent process, and ends. */
export async function orEndWith<Result>(
  Refusal: abstract new (...args: never[]) => Error,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message } = error;
    process.stderr.write(`${message}\n`);
    // The message must be sent before the process exits.
    if (process.send) await new Promise<void>((sent) => process.send!({ ready: false, error: message }, () => sent()));
    process.exit(1);
  }
}

/** Checks settings without reading `NAME_FILE` files. A process that starts others leaves their files to them. */
function checkedSettings<Schema extends z.ZodObject>(
  whose: string,
  schema: Schema,
  settings: Settings,
  problems: string[] = [],
): z.infer<Schema> {
  const parsed = schema.safeParse(settings);
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0]);
    problems.push(`${name} ${settings[name] === undefined ? 'is missing' : ruleOf(issue)}`);
  }
  if (!parsed.success || problems.length > 0)
    throw new Error(`${whose} settings are not right: ${problems.join('; ')}.`);
  return parsed.data;
}

function ruleOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return 'must be a whole number';
    case 'too_small':
      if (issue.origin !== 'string') return `must be at least ${issue.minimum}`;
      return issue.minimum === 1 ? 'must not be empty' : `must have at least ${issue.minimum} characters`;
    case 'too_big':
      return `must ${issue.origin === 'string' ? 'have' : 'be'} at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.format === 'url'
        ? 'must be an address, such as http://127.0.0.1:8123'
        : 'has characters that it may not have';
    default:
      return 'is not right';
  }
}
