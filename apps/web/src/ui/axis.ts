const STEPS = [1, 2, 2.5, 5, 10];

/** Four or five round numbers from a little under the lowest to a little over the highest value. */
export function ticks(low: number, high: number, count = 4): number[] {
  const span = Math.max(high - low, 1e-9);
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * STEPS.find((each) => each * power >= raw)!;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** Doublings of the span after which levels that still read alike are drawn. */
const MOST_WIDENED = 30;

/**
 * The same, of a wider span where two of them would read alike. Figures that cannot be negative get no negative level, and none above
 * `most`.
 */
export function ticksApart(low: number, high: number, format: (value: number) => string, most = Infinity): number[] {
  const top = Math.max(high, most);
  let pad = 0;
  let levels = ticks(low, high);
  for (let widened = 0; widened < MOST_WIDENED; widened += 1) {
    const texts = new Set(levels.map((level) => format(level)));
    if (levels.length > 1 && texts.size === levels.length) break;
    pad = 2 * pad || Math.abs(high) / 100 || 1;
    levels = ticks(low >= 0 ? Math.max(0, low - pad) : low - pad, Math.min(top, high + pad));
  }
  return levels;
}
