import type { Spread } from './measure.js';

/** One line of the result. */
export interface Figure {
  name: string;
  measured: string;
  /** Empty where a figure is only shown. */
  target: string;
  /** What the engine alone does in the same run; empty where there is no such thing. */
  raw: string;
  /** null: it has no target. */
  met: boolean | null;
  /** How far from the target, as a factor: 1 is exactly there, above 1 is better. */
  reach: number | null;
}

/** What the engine alone does in the same run: `done` names it, as in 'appended'. `beside` is shown after it. */
export interface RawRate {
  perSecond: number;
  done: string;
  beside?: string;
}

/**
 * So many things a second, judged by their ratio to what the engine alone does in the same run: cores differ by two to four times
 * from hour to hour, and the ratio hardly does.
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

/** A median that may be at most `limitMs`; `target` says in words what that is. */
export function latency(name: string, measured: Spread, limitMs: number, target: string, raw: Spread): Figure {
  return {
    name,
    measured: spreadText(measured),
    target,
    raw: spreadText(raw),
    ...against(limitMs / measured.p50),
  };
}

/** Shown beside the others, judged by nobody. */
export function shown(name: string, measured: string, raw = ''): Figure {
  return { name, measured, target: '', raw, met: null, reach: null };
}

export const against = (reach: number): Pick<Figure, 'met' | 'reach'> => ({ met: reach >= 1, reach });

export const perSecondText = (perSecond: number): string => `${whole(perSecond)}/s`;

export const spreadText = ({ p50, p95 }: Spread): string => `${p50.toFixed(2)} ms (p95 ${p95.toFixed(1)})`;

export const whole = (value: number): string => Math.round(value).toLocaleString('en-AU');
