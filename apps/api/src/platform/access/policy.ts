import type { Role } from '@superscope/domain/user/user.events';

/**
 * The one table of rights: the roles that have each right. A role that is not listed is refused. The session's answer names the caller's
 * rights, from which the portal decides what it shows.
 */
export const rights = {
  /** Employer-facing figures: dashboard, plans in reach, query service. */
  'portal.read': ['CompanyRep', 'ProviderRep', 'AuthorizedRep', 'Staff', 'Admin', 'Auditor', 'Application'],
  /** Choosing among plans. A company representative has one plan, which the server names. */
  'plans.choose': ['ProviderRep', 'AuthorizedRep', 'Staff', 'Admin', 'Auditor'],
  /** Figures without the employer rule, for back-office tools. */
  'figures.exact': ['Staff', 'Admin', 'Auditor'],
  /** Figures of a plan as files: the PCM report, and charts. */
  'documents.make': ['CompanyRep', 'ProviderRep', 'AuthorizedRep', 'Staff', 'Admin', 'Auditor'],
  /** The Policy Committee Report of a plan in reach. */
  'policy-committee.make': ['AuthorizedRep', 'Staff', 'Admin'],
  /** Documents about an employer for staff to hand over, such as the SuperScore checklist: published figures only. */
  'employer-documents.make': ['AuthorizedRep', 'Staff', 'Admin'],
  /** To keep a made document for seven years. */
  'reports.keep': ['Staff', 'Admin'],
  /** To have a report checked, of a plan in reach: whether it was made here, is unchanged, and has the figures of its events. */
  'reports.check': ['CompanyRep', 'AuthorizedRep', 'Staff', 'Admin', 'Auditor'],
  /**
   * What a check tells beyond that: of every employer of the plan and of past moments, who made the report, its pages as they were made, and
   * what is known otherwise today, with the events behind it.
   */
  'reports.check-fully': ['AuthorizedRep', 'Staff', 'Admin', 'Auditor'],
  /** Downloading a plan's flyers, which are public, so that a microsite's pages may. */
  'flyers.read': [
    'CompanyRep',
    'ProviderRep',
    'AuthorizedRep',
    'Staff',
    'Admin',
    'Auditor',
    'Application',
    'BrowserClient',
  ],
  /** The imports of each plan-month, and the reasons why it is still open. */
  'plans.completeness': ['Staff', 'Admin'],
  /** Import and export of the fund's files. */
  'import-export.read': ['Staff', 'Admin'],
  'import-export.write': ['Staff', 'Admin', 'Application'],
  /** The files that OneCentral leaves in the inbox: reading, queueing and deleting them, and their errors. */
  'onecentral-imports.manage': ['Staff', 'Admin'],
  /** Replacing a platform's investment options, with what a file would change. */
  'investment-options.write': ['Staff', 'Admin'],
  /** ASFA's retirement standard, by which retirement adequacy is scored: reading it from ASFA's documents, and saving a set. */
  'retirement-standard.write': ['Staff', 'Admin'],
  /** The hosts from which ASFA's documents may be fetched. */
  'retirement-standard.hosts': ['Admin'],
  /** Templates of the Policy Committee Report, and the PDFs whose pages may stand in it. */
  'report-templates.write': ['Staff', 'Admin'],
  /** Documents of microsites, and which of them each employer in reach has. */
  'microsite-documents.write': ['AuthorizedRep', 'Staff', 'Admin'],
  /** Taking the documents of microsites from the production host, on a host for acceptance tests. */
  'microsite-documents.receive': ['Admin', 'Application'],
  /** What members find on an employer's microsite, which is public, and the flyer of new employees: with the plan's flyers all that its pages may read. */
  'microsite.read': ['AuthorizedRep', 'Staff', 'Admin', 'BrowserClient'],
  /** Corrections of imported data: closing a plan, withdrawing an import, cancelling a campaign. */
  'corrections.write': ['Admin'],
  /** Publishing new editions of a plan's closed months, which changes what employers read. */
  'plans.publish': ['Admin'],
  /** Uploading and removing the flyers of a plan. */
  'flyers.write': ['Staff', 'Admin'],
  /** The logos of providers, which documents for employers show. */
  'providers.write': ['Admin'],
  /** Exports to Salesforce: starting, stopping and retrying them, their files and their receipts. */
  'salesforce.export': ['Staff', 'Admin'],
  /** The plan by which exports to Salesforce begin by themselves. */
  'salesforce.schedule': ['Admin'],
  /** Comparing what Salesforce has with what it should have, which takes many of the day’s calls. */
  'salesforce.reconcile': ['Admin'],
  /** Taking exports to Salesforce off the lists. */
  'salesforce.clean-up': ['Admin'],
  /** The log of who accessed what. */
  'activity.read': ['Staff', 'Admin', 'Auditor'],
  /** Looking up a member by name. */
  'members.find': ['AuthorizedRep', 'Staff', 'Admin', 'Auditor'],
  /** Members' events; for consultants and staff. */
  'members.read': ['AuthorizedRep', 'Staff', 'Admin'],
  'member-events.write': ['AuthorizedRep', 'Staff', 'Admin'],
  /**
   * The lookups of staff tools: plans, employers and providers in reach; platforms and their investment options, which are no secret, of
   * everybody.
   */
  'staff.lookup': ['AuthorizedRep', 'Staff', 'Admin'],
  /** What investments cost a member: exact, for consultants and staff. */
  'fees.compare': ['AuthorizedRep', 'Staff', 'Admin'],
  /** All comparisons that were run, as a spreadsheet. */
  'fees.export': ['Admin'],
  /** What insurance costs a member: exact, for consultants and staff. */
  'insurance.quote': ['AuthorizedRep', 'Staff', 'Admin'],
  /** All quotations that were made, as a spreadsheet. */
  'insurance.export': ['Admin'],
  /** Consultations of members: what fees, cover and retirement come to, in one file that is an event of the member. */
  'consultations.file': ['AuthorizedRep', 'Staff', 'Admin'],
  'news.write': ['Staff', 'Admin'],
  /** Watches, which notify a reader by mail about figures that they may read. Auditors write nothing, and programs have no mailbox. */
  'watches.own': ['CompanyRep', 'ProviderRep', 'AuthorizedRep', 'Staff', 'Admin'],
  /** The history: events, and plans as they stood at a past moment. */
  'history.read': ['Admin', 'Auditor'],
  'users.manage': ['Admin'],
  /** The report of who may access what, on any day. */
  'users.audit': ['Admin', 'Auditor'],
  /** System health and dead letters; never figures of plans or members. */
  'operations.read': ['DevOps', 'Admin'],
  /** Retrying and dropping dead letters. */
  'operations.write': ['DevOps', 'Admin'],
  /** Stored PDFs that are refused: why, their bytes, and keeping one nevertheless. */
  'stored-pdfs.manage': ['Admin'],
  /** To whom alerts go, and tests of that. */
  'alerts.addresses': ['Admin'],
  /** How many mails of each kind and campaign were sent, and why others were not; never to whom. */
  'email-delivery.read': ['Admin', 'DevOps'],
  /** Everybody's background work: what runs, waits and failed. */
  'work.read': ['Staff', 'Admin', 'DevOps'],
  /** Stopping others' background work, and having it tried again. */
  'work.manage': ['Admin', 'DevOps'],
  /** Which build answers, on every page. */
  'build.read': ['AuthorizedRep', 'Staff', 'Admin', 'DevOps'],
  /** The description of the endpoints. */
  'api-docs.read': ['Staff', 'Admin', 'DevOps', 'Auditor', 'Application'],
  /** The caller's own passkeys, which replace password and second factor. For the fund's own people. */
  'account.passkeys': ['AuthorizedRep', 'Staff', 'Admin', 'DevOps', 'Auditor'],
  /** Anything that every signed-in person may do with their own account. */
  'account.self': ['CompanyRep', 'ProviderRep', 'AuthorizedRep', 'Staff', 'Admin', 'DevOps', 'Auditor'],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof rights;

/**
 * The right that an endpoint requires of its caller. `public` requires no session; any other right requires a caller whose role has it.
 */
export type PolicyRule = 'public' | Right;

export const may = (role: Role, right: Right): boolean => (rights[right] as readonly Role[]).includes(role);

export const rightsOf = (role: Role): Right[] => (Object.keys(rights) as Right[]).filter((right) => may(role, right));

/** The roles that may ask for figures without the employer rule. */
export const staffAudience: readonly Role[] = rights['figures.exact'];

/** The people who never may: employers, their providers and consultants. No answer tells them when something was recorded. */
export const employerRoles: readonly Role[] = ['CompanyRep', 'ProviderRep', 'AuthorizedRep'];
