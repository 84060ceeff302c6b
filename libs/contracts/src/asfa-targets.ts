import { birthGroups } from '@superscope/domain/scoring/member-groups';
import { z } from 'zod';

/** Answer to GET /api/calculationVariables/asfaTargets: ASFA's target balances of birth groups, which employers' groups are set beside. */
export const asfaTargets = z.object({
  /** yyyy-MM-dd; null if no targets are loaded. */
  validFrom: z.string().nullable(),
  groups: z.array(
    z.object({
      birthGroup: z.enum(birthGroups),
      /** Years, of those born in the group's third year. */
      age: z.number(),
      /** Dollars. */
      target: z.number(),
    }),
  ),
});
export type AsfaTargetsAnswer = z.infer<typeof asfaTargets>;
