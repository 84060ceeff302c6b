import { setImmediate } from 'node:timers/promises';
import { lookBacks } from '@superscope/contracts/analytics/look-back';
import { datedFlags } from '@superscope/contracts/analytics/member-names';
import { Random } from '../../demo-data/random.js';
import type { Attack } from '../attack.js';
import { Claims, type Secret } from '../claims.js';
import { reading, type Fact } from '../facts.js';
import { askRecency } from './ask-recency.js';
import { sampleRecency } from './recency-chains.js';
import { distinctReadings, recencyModel } from './recency-readings.js';

/** An employer's fact that something happened to a member within a look-back. */
const withinFact = (flag: (typeof datedFlags)[number], lookBack: number): Fact => {
  const signIn: Secret = lookBack === 12 ? 'sign-in' : 'recent sign-in';
  const secret = flag === 'loggedInMember' ? signIn : 'contact';
  return { ...reading(flag, lookBack), tells: { secret, yes: true } };
};

/**
 * Combines the answers of every look-back, month and group about everything that happens to members, such as sign-ins, into each member's
 * probability at their newest month.
 */
export const recency = (rounds = 2_000): Attack => ({
  name: 'posterior of dated facts, every look-back',
  async run(employer) {
    const claims = new Claims();
    for (const plan of employer.plans)
      for (const flag of datedFlags) {
        const readings = distinctReadings(await askRecency(employer, plan, flag, claims));
        const model = recencyModel(plan);
        const random = new Random('recency', plan.planId, flag);
        const { posterior, prior } = sampleRecency(model, readings, { burnIn: rounds / 4, samples: rounds, random });
        // Lets the event loop process closed connections between long computations.
        await setImmediate();
        for (const lookBack of lookBacks) {
          const fact = withinFact(flag, lookBack);
          for (let member = 0; member < plan.memberCount; member += 1) {
            const span = model.spanOf(member);
            if (!span) continue;
            const chance = posterior[lookBack][member]!;
            claims.members.push({
              planId: plan.planId,
              month: plan.months[span[1]]!,
              fact,
              member,
              has: chance > 0.5,
              confidence: Math.max(chance, 1 - chance),
              prior: prior[lookBack][member]!,
            });
          }
        }
      }
    return claims;
  },
});
