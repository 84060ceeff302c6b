/** Style of cards that stand in pairs on a phone. Their content is taller there, so the space is reserved. */
export const ACTIVITY_CARD = 'max-sm:min-h-[270px]';
