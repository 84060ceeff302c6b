/** How long the code of a page or of a part of it is waited for. */
export const CODE_LIMIT_MS = 120_000;

export class CodeTookTooLong extends Error {
  constructor() {
    super('The code did not come in time.');
  }
}

/** Code that is not there within the limit is missing: somebody is told, instead of looking at a page that stays empty. */
export async function withinLimit<T>(load: () => Promise<T>): Promise<T> {
  let limit: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new CodeTookTooLong()), CODE_LIMIT_MS);
  });
  try {
    return await Promise.race([load(), late]);
  } finally {
    clearTimeout(limit);
  }
}
