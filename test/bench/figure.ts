import type { Spread } from './measure.js';

/** One line of the results. */
export interface Figure {
  name: string;
  measured: string;
  /** Empty for a figure without a target. */
  target: string;
  /** The raw engine's figure in the same run; empty when there is none. */
  raw: string;
  /** Null without a target. */
  met: boolean | null;
  /** The ratio to the target: 1 is exactly met, more is better. */
  reach: number | null;
}

/** The raw engine's rate in the same run. `done` names the operation, such as 'appended'; `beside` is shown after it. */
export interface RawRate {
  perSecond: number;
  done: string;
  beside?: string;
}

/**
 * A rate per second, judged by its ratio to the raw engine in the same run. Cores differ by two to four times from hour to hour, but the
 * ratio hardly changes.
 */
export function rate(name: string, perSecond: number, leastRatio: number, raw: RawRate): Figure {
  const ratio = perSecond / raw.perSecond;
  return {
    name,
    measured: `${perSecondText(perSecond)} (${ratio.toFixed(2)} x)`,
    target: `>= ${leastRatio.toFixed(2)} x raw`,
    raw: [`${perSecondText(raw.perSecond)} ${raw.done}`, raw.beside].filter((text) => text !== undefined).join(', '),
    ...against(ratio / leastRatio),
  };
}

/** A median of at most `limitMs`; `target` describes the limit. */
export function latency(name: string, measured: Spread, limitMs: number, target: string, raw: Spread): Figure {
  return {
    name,
    measured: spreadText(measured),
    target,
    raw: spreadText(raw),
    ...against(limitMs / measured.p50),
  };
}

/** A figure without a target. */
export function shown(name: string, measured: string, raw = ''): Figure {
  return { name, measured, target: '', raw, met: null, reach: null };
}

export const against = (reach: number): Pick<Figure, 'met' | 'reach'> => ({ met: reach >= 1, reach });

export const perSecondText = (perSecond: number): string => `${whole(perSecond)}/s`;

export const spreadText = ({ p50, p95 }: Spread): string => `${p50.toFixed(2)} ms (p95 ${p95.toFixed(1)})`;

export const whole = (value: number): string => Math.round(value).toLocaleString('en-AU');
