import { RuleViolation } from '@superscope/domain/rule-violation';
import { problemOf, Refusal } from '../platform/http/problem.filter.js';

/** Reports a RuleViolation in `errors` as well, with the field that it concerns, for the Security screen. Throws Refusal. */
export async function withErrors<Result>(field: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error;
    const { message } = error;
    throw new Refusal(problemOf(error).status, { message, errors: [{ field, message }] }, { cause: error });
  }
}
