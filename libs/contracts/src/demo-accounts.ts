import type { Role, UserContext } from '@superscope/domain/user/user.events';

export interface DemoAccount {
  username: string;
  name: string;
  email: string;
  role: Role;
  context: UserContext | null;
  /** Whether sign-in also asks for a code sent by e-mail. */
  emailCode: boolean;
  /** The role as the terminal prints it. */
  title: string;
  /** What the account may see. */
  reach: string;
}

const at = (username: string) => `${username}@demo.example`;
const plain = { context: null, emailCode: false } as const;

/** One account for each role, for the plans of the demo data, and one with a code by e-mail. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    username: 'companyrep',
    name: 'Priya Raman',
    email: at('priya.raman'),
    role: 'CompanyRep',
    emailCode: false,
    context: { kind: 'company', id: 'TWR.P0001-E1' },
    title: 'Company representative',
    reach: 'one plan, Kestrel Freight Group',
  },
  {
    username: 'providerrep',
    name: 'Tom Ashworth',
    email: at('tom.ashworth'),
    role: 'ProviderRep',
    context: { kind: 'provider', id: 'TALLOWOOD' },
    emailCode: false,
    title: 'Provider representative',
    reach: 'plans of one provider',
  },
  {
    username: 'authorisedrep',
    name: 'Helen Marchetti',
    email: at('helen.marchetti'),
    role: 'AuthorizedRep',
    context: { kind: 'allPlans', id: null },
    emailCode: false,
    title: 'Authorised representative',
    reach: 'all plans',
  },
  {
    username: 'staff',
    name: 'Daniel Okafor',
    email: at('daniel.okafor'),
    role: 'Staff',
    ...plain,
    title: 'Staff',
    reach: 'all plans, import and export',
  },
  {
    username: 'admin',
    name: 'Mei Tran',
    email: at('mei.tran'),
    role: 'Admin',
    ...plain,
    title: 'Admin',
    reach: 'everything',
  },
  {
    username: 'devops',
    name: 'Jonas Lindqvist',
    email: at('jonas.lindqvist'),
    role: 'DevOps',
    ...plain,
    title: 'Developer operations',
    reach: 'health, outbox, no figures',
  },
  {
    username: 'auditor',
    name: 'Ruth Abelson',
    email: at('ruth.abelson'),
    role: 'Auditor',
    ...plain,
    title: 'Auditor',
    reach: 'all plans, read only',
  },
  {
    username: 'consultant',
    name: 'Owen Pryce',
    email: at('owen.pryce'),
    role: 'ProviderRep',
    context: { kind: 'provider', id: 'TALLOWOOD' },
    emailCode: true,
    title: 'Provider representative',
    reach: 'plans of one provider; asks for a code by e-mail (in the outbox)',
  },
];
