// Apart from the schemas, so that the browser does not load their library for it.

/** Questions that a request for figures may hold: more than any screen has. */
export const mostQuestions = 40;
