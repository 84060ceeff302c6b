/** In characters: a sentence, as the server takes it. */
export const LONGEST_REASON = 200;
