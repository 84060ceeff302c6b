/** What each table holds. */
const notes: Readonly<Record<string, string>> = {
  providers: 'Who offers the platforms',
  platforms: 'The platforms and their trustees',
  plans: 'The plans of each platform',
  companies: 'The employers of each plan',
  memberCategories: 'Categories of members, with their default cover',
  superParameters: 'Caps, guarantee rates and retirement standards, dated',
  benchmarks: 'Balances by age to compare with',
  members: 'Who the members are',
  assets: 'The investment options of each platform',
  fees: 'Fees of platforms and options',
  insuranceRates: 'Premium rates of each plan',
  occupationFactors: 'What occupations do to premiums',
  assetsOwned: 'What each member holds at a month’s end',
  campaigns: 'Campaigns that ran',
  campaignEmailEvents: 'Who was sent, opened and clicked a campaign’s mail',
  contactRequests: 'Who asked to be contacted, and why',
  memberEvents: 'Consultations, nominations and the tools that members finished',
  memberSnapshots: 'Each member’s figures at a month’s end. Last: months are published with what is there by then',
};

/** '' of a table of a later release. */
export const tableNote = (table: string): string => notes[table] ?? '';
