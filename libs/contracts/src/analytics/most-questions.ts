/** The most questions that one request for a screen's figures may hold. No screen has as many. */
export const mostQuestions = 40;
