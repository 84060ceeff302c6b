import { Inject, Injectable } from '@nestjs/common';
import type { PasswordRuleAnswer } from '@superscope/contracts/authentication';
import { productWords, wordsOf } from '@superscope/contracts/own-words';
import { leastFundPasswordLength, leastPasswordLength } from '@superscope/contracts/password-rule';
import { weaknessOf } from '@superscope/contracts/password-strength';
import { companiesView, plansView, platformsView, providersView } from '@superscope/contracts/read-models/fund';
import { signOnRoles } from '@superscope/domain/user/user';
import type { Role, UserRegistration } from '@superscope/domain/user/user.events';
import { ENV, type Env } from '../../env.js';
import { Views } from '../../platform/engines.module.js';
import { Refusal } from '../../platform/http/problem.filter.js';
import { PlanScopes } from '../session/plans-in-reach.js';

type Person = Pick<UserRegistration, 'role' | 'context' | 'personal'>;

/** Shorter words of names occur inside other words by chance. */
const leastLetters = { ofPerson: 3, ofFund: 4 } as const;
/** A form loads all of them. One word of so many hardly helps a guesser. */
const mostWords = 5_000;

/** The least length of a new password: people of the fund reach more than one employer's people. */
const leastLengthOf = (role: Role): number =>
  (signOnRoles as readonly Role[]).includes(role) ? leastFundPasswordLength : leastPasswordLength;

/**
 * The rule for a person's new password: its length, and the words that do not make it harder to guess. These are the product's, the person's,
 * and names of the fund in the person's reach, because forms load the words.
 */
@Injectable()
export class PasswordRules {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly views: Views,
    private readonly scopes: PlanScopes,
  ) {}

  async of({ role, context, personal }: Person): Promise<PasswordRuleAnswer> {
    const { username, name, email } = personal;
    const ofPerson = wordsOf([username, name, email], leastLetters.ofPerson);
    const host = new URL(this.env.SUPERSCOPE_PUBLIC_URL).hostname;
    const ofFund = wordsOf([host, ...(await this.namesFor(role, context))], leastLetters.ofFund);
    const words = [...new Set([...productWords, ...ofPerson, ...ofFund])];
    return { leastLength: leastLengthOf(role), words: words.slice(0, mostWords) };
  }

  /** Throws Refusal 400 with what is wrong. The forms show the same, so this is for other clients. */
  async refuseWeak(password: string, person: Person): Promise<void> {
    const message = await this.weaknessOf(password, person);
    if (message !== null) throw new Refusal(400, { message });
  }

  /** What is wrong with a new password of this person, as a sentence; null if nothing is. */
  async weaknessOf(password: string, person: Person): Promise<string | null> {
    return weaknessOf(password, await this.of(person));
  }

  /** Names of providers, platforms, plans and companies, the few first. */
  private async namesFor(role: Role, context: UserRegistration['context']): Promise<(string | undefined)[]> {
    const scope = await this.scopes.of({ role, context });
    const planIds = scope.kind === 'all' ? null : [...scope.planIds];
    // DevOps reach no plan, but work for all platforms.
    const isForAll = planIds === null || role === 'DevOps';
    const { views } = this;
    const inReach = (field: string, ids: readonly string[] | null) => (ids === null ? {} : { [field]: { $in: ids } });
    const plans = await views.of(plansView).find(inReach('_id', planIds)).project(planNames).toArray();
    const companies = await views.of(companiesView).find(inReach('planId', planIds)).project(names).toArray();
    const platformIds = isForAll ? null : plans.map(({ platformId }) => String(platformId));
    const platforms = await views.of(platformsView).find(inReach('_id', platformIds)).project(platformNames).toArray();
    const providerIds = isForAll ? null : platforms.map(({ providerId }) => String(providerId));
    const providers = await views.of(providersView).find(inReach('_id', providerIds)).project(names).toArray();
    return [...providers, ...platforms, ...plans, ...companies].flatMap(
      ({ name, shortName, trusteeName }) => [name, shortName, trusteeName] as (string | undefined)[],
    );
  }
}

const names = { name: 1 } as const;
const planNames = { name: 1, shortName: 1, platformId: 1 } as const;
const platformNames = { name: 1, shortName: 1, trusteeName: 1, providerId: 1 } as const;
