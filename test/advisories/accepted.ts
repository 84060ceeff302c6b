/**
 * Advisories that were looked at and do not concern this product, each with why and the last day on which that is believed. `npm test` names
 * one that concerns nothing any more.
 */
export const accepted: readonly { id: string; why: string; until: string }[] = [];
