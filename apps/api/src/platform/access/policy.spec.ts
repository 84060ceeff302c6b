import { roles, type Role } from '@superscope/domain/user/user.events';
import { describe, expect, it } from 'vitest';
import { rightsOf, staffAudience, type Right } from './policy.js';

/** The rights of each role. */
const allowed: Record<Role, readonly Right[]> = {
  CompanyRep: ['portal.read', 'documents.make', 'flyers.read', 'watches.own', 'account.self'],
  ProviderRep: ['plans.choose', 'portal.read', 'documents.make', 'flyers.read', 'watches.own', 'account.self'],
  AuthorizedRep: [
    'plans.choose',
    'build.read',
    'portal.read',
    'documents.make',
    'policy-committee.make',
    'flyers.read',
    'members.find',
    'members.read',
    'member-events.write',
    'staff.lookup',
    'fees.compare',
    'insurance.quote',
    'watches.own',
    'account.passkeys',
    'account.self',
  ],
  Staff: [
    'plans.choose',
    'figures.exact',
    'build.read',
    'portal.read',
    'documents.make',
    'policy-committee.make',
    'flyers.read',
    'plans.completeness',
    'flyers.write',
    'activity.read',
    'members.find',
    'members.read',
    'member-events.write',
    'staff.lookup',
    'fees.compare',
    'insurance.quote',
    'news.write',
    'watches.own',
    'import-export.read',
    'import-export.write',
    'investment-options.write',
    'work.read',
    'api-docs.read',
    'account.passkeys',
    'account.self',
  ],
  Admin: [
    'plans.choose',
    'figures.exact',
    'build.read',
    'portal.read',
    'documents.make',
    'policy-committee.make',
    'flyers.read',
    'plans.completeness',
    'flyers.write',
    'activity.read',
    'members.find',
    'members.read',
    'member-events.write',
    'staff.lookup',
    'fees.compare',
    'fees.export',
    'insurance.quote',
    'insurance.export',
    'news.write',
    'watches.own',
    'import-export.read',
    'import-export.write',
    'investment-options.write',
    'report-templates.write',
    'corrections.write',
    'plans.publish',
    'history.read',
    'users.manage',
    'users.audit',
    'operations.read',
    'operations.write',
    'work.read',
    'work.manage',
    'api-docs.read',
    'account.passkeys',
    'account.self',
  ],
  // Sees no figures of members or plans.
  DevOps: [
    'build.read',
    'operations.read',
    'operations.write',
    'work.read',
    'work.manage',
    'api-docs.read',
    'account.passkeys',
    'account.self',
  ],
  // Reads everything and writes nothing.
  Auditor: [
    'users.audit',
    'activity.read',
    'members.find',
    'plans.choose',
    'figures.exact',
    'portal.read',
    'documents.make',
    'flyers.read',
    'history.read',
    'api-docs.read',
    'account.passkeys',
    'account.self',
  ],
  // The query service and imports by a token, because programs cannot sign in.
  Application: ['portal.read', 'flyers.read', 'import-export.write', 'api-docs.read'],
  // The public documents on a microsite.
  BrowserClient: ['flyers.read'],
};

describe('the rights of a role', () => {
  it.each(roles)('are those of a %s, and no other', (role) => {
    expect(rightsOf(role).sort()).toEqual([...allowed[role]].sort());
  });
});

it('only staff, administrators and auditors may query without the employer rule', () => {
  expect(roles.filter((role) => staffAudience.includes(role))).toEqual(['Staff', 'Admin', 'Auditor']);
});
