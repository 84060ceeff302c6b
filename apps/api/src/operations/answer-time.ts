/** An engine that does not answer within this time counts as unreachable. */
const patienceMilliseconds = 2_000;

/** How long an answer takes, in milliseconds; null if it fails or takes longer than two seconds. */
export async function answerTime(ask: () => Promise<unknown>): Promise<number | null> {
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), patienceMilliseconds)));
  const answered = ask().then(
    () => Math.round(performance.now() - began),
    () => null,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
