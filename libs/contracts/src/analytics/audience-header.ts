/** Header that asks for the staff audience (`staff`): exact figures, and dimensions that single out people. Only some roles may send it. */
export const audienceHeader = 'x-audience';
