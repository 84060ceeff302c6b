/** '9f3c·a1e7·04bd … 77e2' */
export const shortDigest = (digest: string): string =>
  `${digest.slice(0, 4)}·${digest.slice(4, 8)}·${digest.slice(8, 12)} … ${digest.slice(-4)}`;
