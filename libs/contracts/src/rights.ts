// Made from the folders by `npm run lists`. Do not edit.

/** The rights that a session's answer may carry. Which role has which is in the policy of the api. */
export const rights = [
  'portal.read',
  'plans.choose',
  'figures.exact',
  'documents.make',
  'flyers.read',
  'plans.completeness',
  'import-export.read',
  'import-export.write',
  'corrections.write',
  'plans.publish',
  'flyers.write',
  'activity.read',
  'members.find',
  'members.read',
  'member-events.write',
  'news.write',
  'watches.own',
  'history.read',
  'users.manage',
  'users.audit',
  'operations.read',
  'operations.write',
  'work.read',
  'work.manage',
  'build.read',
  'api-docs.read',
  'account.passkeys',
  'account.self',
] as const;
export type Right = (typeof rights)[number];
