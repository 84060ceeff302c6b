/** How long to wait for the code of a page or of a part of it. */
const CODE_LIMIT_MS = 120_000;

export class CodeTookTooLong extends Error {
  constructor() {
    super('The code did not come in time.');
  }
}

/** Code that does not load within the limit counts as missing, so that the person sees an error and not an empty page. */
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
