const STEPS = [1, 2, 2.5, 5, 10];

/** Four or five round numbers from a little under the lowest to a little over the highest value. */
export function ticks(low: number, high: number, count = 4, steps: readonly number[] = STEPS): number[] {
  const span = Math.max(high - low, 1e-9);
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * steps.find((each) => each * power >= raw)!;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** Without the step that needs a digit more than the others. */
const WHOLE_STEPS = STEPS.filter(Number.isInteger);

/** The same, whose texts are as far apart as the levels: never 2.98, 3.00 and 3.03, which are 2.975, 3 and 3.025. */
export function evenTicks(low: number, high: number, format: (value: number) => string): number[] {
  const levels = ticks(low, high);
  const read = levels.map((level) =>
    Number(
      format(level)
        .replace('−', '-')
        .replace(/[^\d.-]/g, ''),
    ),
  );
  const apart = read.slice(1).map((value, at) => value - read[at]!);
  const isEven = apart.every((each) => Math.abs(each - apart[0]!) < 1e-9 * Math.max(1, Math.abs(each)));
  return isEven ? levels : ticks(low, high, 4, WHOLE_STEPS);
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
  let levels = evenTicks(low, high, format);
  for (let widened = 0; widened < MOST_WIDENED; widened += 1) {
    const texts = new Set(levels.map((level) => format(level)));
    if (levels.length > 1 && texts.size === levels.length) break;
    pad = 2 * pad || Math.abs(high) / 100 || 1;
    levels = evenTicks(low >= 0 ? Math.max(0, low - pad) : low - pad, Math.min(top, high + pad), format);
  }
  return levels;
}
