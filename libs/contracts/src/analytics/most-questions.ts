/** Questions that a request for a screen's figures may hold: more than any screen has. */
export const mostQuestions = 40;
