import { templatePageNames } from '@superscope/domain/report-template/template-pages';
import { roles } from '@superscope/domain/user/user.events';
import { z } from 'zod';

const text = z.string().nullable();

/** Whom a report names. Null: nobody recorded it. */
export const reportContacts = z.object({
  cover: z.object({
    planShortName: z.string(),
    planName: z.string(),
    platformName: z.string(),
    platformShortName: z.string(),
    trusteeName: text,
    trusteeAbn: text,
    trusteeAfsl: text,
    providerName: text,
    providerAbn: text,
  }),
  /** In their order. The one titled Relationship Manager stands on the cover, and first. */
  providerContacts: z.array(z.object({ title: z.string(), name: z.string(), email: text, phone: text })),
  /** Names of the plan's consultants. */
  consultants: z.array(z.string()),
});
export type ReportContacts = z.infer<typeof reportContacts>;

/** The title of the contact on the cover. */
export const relationshipManager = 'Relationship Manager';

/** Whether a contact is the line that members call, as providers title it. */
export const isMembersLine = ({ title, name }: { title: string; name: string }): boolean =>
  /^members?[’']?s? (line|services)$/i.test(title.trim()) || /^member services$/i.test(name.trim());
/** Whether a contact takes complaints. */
export const isComplaints = ({ title }: { title: string }): boolean => /^complaints/i.test(title.trim());

/** 0..100, dollars or members as published; null if not published. */
const published = z.number().nullable();

const snapshot = z.object({
  /** Charts of a template, of which there are none. */
  charts: z.record(z.string(), z.string()),
  /** Month ends, oldest first. */
  history: z.array(
    z.object({
      /** yyyy-MM-dd */
      at: z.string(),
      countMembers: published,
      totalAssetsOwned: published,
      averageTotalAssetsOwned: published,
    }),
  ),
  /** 0..100 each; see GET /api/plans/{planId}/ranking. */
  planRanking: z.object({
    rankLoggedIn: published,
    rankAdequateRetirementStandard: published,
    rankNominatedBeneficiary: published,
  }),
  totalAssetsOwned: published,
  averageTotalAssetsOwned: published,
  countMembers: published,
  /** Of members with death cover; other covers alone do not count. */
  percentInsuranceCoverAny: published,
  percentLifecycleInvestment: published,
  percentSalarySacrificeContributions: published,
  percentEmailAddressProvided: published,
  /** At the quarter's end; empty for a plan that is not divided by state. */
  stateGenderBalanceProfile: z.array(
    z.object({
      state: z.string(),
      rows: z.array(z.object({ gender: z.string(), countMembers: published, averageTotalAssetsOwned: published })),
    }),
  ),
});
export type ReportSnapshot = z.infer<typeof snapshot>;

/** A page of an uploaded PDF, counted from 1, with its text. */
const pdfPageSource = z.object({ filename: z.string(), page: z.number(), text: z.string() });
export type PdfPageSource = z.infer<typeof pdfPageSource>;

const longestAlternative = 4_000;

/** What stands for a page of a PDF where it cannot be seen. The report's file finds the place of the page by it. */
export const pdfPageText = ({ filename, page, text: words }: PdfPageSource): string =>
  `Page ${page} of ${filename}. ${words}`.slice(0, longestAlternative).trim();

/** A page of a template, in the order of the report. */
const servedPage = z.object({
  id: z.string(),
  templatePageNumber: z.number(),
  templatePageName: z.enum(templatePageNames),
  /** Replaces the page's title; null keeps it. */
  heading: text,
  pageSections: z.array(
    z.object({
      sequence: z.number(),
      heading: z.string(),
      sectionItems: z.array(z.object({ sequence: z.number(), text: z.string(), note: text })),
    }),
  ),
  /** Who changed its words last; null for a page of figures or of a PDF. */
  entered: z
    .object({
      /** Null if the account is gone. */
      by: text,
      /** As it was then. */
      role: z.enum(roles).nullable(),
      /** Instant, UTC. */
      at: z.string(),
    })
    .nullable(),
  /** Of a page that is one of a PDF; null for other pages, and once its file is gone. */
  source: pdfPageSource.nullable(),
  /** Tables and charts of a template, of which there are none: each page of figures has its own. */
  pageResources: z.array(z.object({ type: z.enum(['Table', 'Chart']), name: z.string(), heading: z.string() })),
});
export type ServedPage = z.infer<typeof servedPage>;

/** Answer to GET /api/plans/{planId}/reports/template: what the Policy Committee Report of an employer, or of the whole plan, is made of. */
export const servedTemplate = z.object({
  /** The name of the template that serves. */
  template: z.string(),
  /** yyyy-MM-dd: the month ends that it begins and ends with; null if no month is closed then. */
  reportingStartDate: text,
  reportingEndDate: text,
  /** Those of the template, in their order; none without a template, when the usual pages stand. */
  reportPages: z.array(servedPage),
  /** The moment (instant, UTC) of a report of the past, which has the usual pages without the ranking; absent for one of now. */
  asItStood: z.string().optional(),
});
export type ServedTemplate = z.infer<typeof servedTemplate>;

/** Answer to GET /api/plans/{planId}/reports: a Policy Committee Report. Its figures are published ones. */
export const planReport = servedTemplate.extend({
  planId: z.string(),
  planName: z.string(),
  contacts: reportContacts,
  /** One snapshot, at the end of the report; none before the first month is closed. */
  planAnalytics: z.object({ snapshots: z.array(snapshot) }),
  /** A data URL; null as long as the provider has no logo. */
  encodedProviderLogo: text,
  /** Pictures of a template. */
  contactsTableImageId: z.null(),
  repsTableImageId: z.null(),
});
export type PlanReport = z.infer<typeof planReport>;

/** Answer to GET /api/plans/{planId}/reports/contacts: whom a report names, without its figures. */
export const reportParties = z.object({
  contacts: reportContacts,
  /** The plan's consultants with their addresses, for whoever wants to ask one. No document prints an address. */
  consultantContacts: z.array(z.object({ name: z.string(), email: text })),
  /** A data URL; null as long as the provider has no logo, and where it was not asked for. */
  encodedProviderLogo: text,
});
export type ReportParties = z.infer<typeof reportParties>;
