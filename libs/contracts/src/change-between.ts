export interface ChangeBetween {
  /** In the figures' unit. */
  by: number;
  /** True if it is not smaller than the margin of the newer figure. */
  clear: boolean;
}

/**
 * The change from one published figure to another, as every card, table and sentence tells it. Floating-point leaves 0.04999… between 3.10
 * and 3.15, which would be less than a margin of 0.05, so the difference is rounded to far more decimals than figures have.
 */
export function changeBetween(from: number, to: number, margin: number | null): ChangeBetween {
  const by = Math.round((to - from) * 1e6) / 1e6 + 0;
  return { by, clear: margin === null || Math.abs(by) >= margin };
}
