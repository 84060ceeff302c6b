import { demoAccounts } from '@superscope/contracts/demo-accounts';

/** A person of the demo's identity provider. */
export interface DemoPerson {
  subject: string;
  name: string;
  email: string;
  /** The person's role claim: one of `demoRoles`, or a value that Superscope does not know. */
  role: string;
}

/** The setting OIDC_ROLES of the demo. */
export const demoRoles =
  'portal-admins=Admin,portal-staff=Staff,portal-devops=DevOps,portal-auditors=Auditor,portal-advisers=AuthorizedRep:allPlans';

const claimOf: Partial<Record<string, string>> = {
  Admin: 'portal-admins',
  Staff: 'portal-staff',
  DevOps: 'portal-devops',
  Auditor: 'portal-auditors',
  AuthorizedRep: 'portal-advisers',
};

/** The staff among the demo accounts, and a visitor whom Superscope refuses. */
export const demoPeople: readonly DemoPerson[] = [
  ...demoAccounts.flatMap(({ username, name, email, role }) => {
    const claim = claimOf[role];
    return claim === undefined ? [] : [{ subject: username, name, email, role: claim }];
  }),
  { subject: 'visitor', name: 'Casey Lin', email: 'casey.lin@demo.example', role: 'no role in Superscope' },
];
