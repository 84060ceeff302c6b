import type { PublishingRules } from './publishing-rules.js';

/** The fact whose noise a younger twin repeats. `sign` is -1 if one fact mostly holds where the other does not. */
export interface Elder {
  label: string;
  sign: 1 | -1;
}

/** Elders by the noise labels of their younger twins. An elder has no elder itself. */
export type Elders = ReadonlyMap<string, Elder>;

const none: Elders = new Map();

export const eldersBy = (rules: PublishingRules): Elders => (rules >= 2 ? elders : none);

/** The noise label of a younger twin's own draw. Its old label is never drawn again, because the difference of two editions would reveal both draws. */
export const ownLabel = (fact: string): string => `${fact}~2`;

/** How much wider the margins of a younger twin are, because its noise is the sum of two draws. */
export const twinFactor = 1.41;

const elders: Elders = new Map();
