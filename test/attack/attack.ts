import type { Claims } from './claims.js';
import type { Employer } from './employer.js';

/** Combines answers into what they tell of few people. It has the employer's questions and knowledge, and nothing else. */
export interface Attack {
  name: string;
  run(employer: Employer): Promise<Claims>;
}
