import type { Claims } from './claims.js';
import type { Employer } from './employer.js';

/** Combines answers into claims about few members, using only an employer's queries and knowledge. */
export interface Attack {
  name: string;
  run(employer: Employer): Promise<Claims>;
}
