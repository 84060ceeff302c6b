/** `employer`: published figures of closed months. `staff`: exact figures, including the running month; only for some roles. */
export type Audience = 'employer' | 'staff';

/** Header that asks for the staff audience (`staff`): exact figures, and dimensions that single out people. Only some roles may send it. */
export const audienceHeader = 'x-audience';
