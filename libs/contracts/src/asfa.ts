import { retirementStandardFields, type StandardField } from '@superscope/domain/scoring/retirement-standard';
import { z } from 'zod';
import { basedOnRevision } from './changed-since.js';
import { day } from './fields.js';

export {
  figureGroups,
  missingText,
  MOST_CHANGE,
  plausibility,
  type PlausibilityRule,
  type FigureValues,
  type WeeklyBudgets,
} from '@superscope/domain/dated-figures/asfa-figures';
export { farAheadText, isFarAhead } from '@superscope/domain/file-check/far-ahead';
export { retirementStandardFields, type StandardField } from '@superscope/domain/scoring/retirement-standard';

const MOST_DOLLARS = 10_000_000;

/** Dollars of one figure, with cents at most. */
export const figureAmount = z
  .number('Write an amount of dollars.')
  .positive('Write an amount above 0.')
  .max(MOST_DOLLARS, 'Write at most $10,000,000.')
  .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, 'Write cents with two digits.');

const byField = <Value extends z.ZodType>(value: Value) =>
  Object.fromEntries(retirementStandardFields.map((field) => [field, value])) as Record<StandardField, Value>;

/** The address of a document, as people may open it again. */
export const pdfAddress = z.string().trim().max(2000).refine(isHttps, 'Write an address that begins with https://.');
function isHttps(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'https:';
}
const addresses = z.partialRecord(z.enum(retirementStandardFields), pdfAddress);

/** One dated set; null where a figure is missing. Amounts are dollars. */
const datedSet = z.object({
  /** yyyy-MM-dd from which it is valid. */
  at: z.string(),
  ...byField(z.number().nullable()),
});

/** Answer to GET /api/asfa. */
export const asfaFigures = z.object({
  /** The day from which the set in use today is valid, and its figures; null without one. */
  at: z.string().nullable(),
  ...byField(z.number().nullable()),
  /** Every set saved, the newest first. Incomplete sets are never used. */
  sets: z.array(
    z.object({
      ...datedSet.shape,
      inUse: z.boolean(),
      complete: z.boolean(),
      /** The addresses of the documents that figures were read from, where they are known. */
      pdfUrls: z.partialRecord(z.enum(retirementStandardFields), z.string()),
      /** Which a save of the same date names. */
      revision: z.number(),
    }),
  ),
  /** Hosts from which documents may be fetched. */
  hosts: z.array(z.string()),
  /** Of the list of hosts, which a change of it names. */
  hostsRevision: z.number(),
});
export type AsfaFigures = z.infer<typeof asfaFigures>;

/** What saving a set would change. Answer to GET /api/asfa/effect. */
export const asfaEffect = z.object({
  /** The first month (yyyy-MM) concerned; null if all earlier months are too, because there is no earlier set. */
  from: z.string().nullable(),
  /** The first month that a later set serves; null if there is none. */
  before: z.string().nullable(),
  /** Whether a set of this date is there and would be replaced. */
  replaces: z.boolean(),
  plans: z.number().int(),
  members: z.number().int(),
  /** In about how many seconds their scores are derived again; null if it cannot be told. */
  seconds: z.number().int().nullable(),
});
export type AsfaEffect = z.infer<typeof asfaEffect>;

/** How many plans still await their scores. Answer to GET /api/asfa/progress. */
export const asfaProgress = z.object({ plans: z.number().int(), waiting: z.number().int() });
export type AsfaProgress = z.infer<typeof asfaProgress>;

/** A set to save, in the shape of the original product's request. Everything may be left out, so that what is missing is named together. */
export const saveAsfa = z.strictObject({
  at: day.optional(),
  /** Of the set of this date as it was read, -1 if there was none. */
  revision: basedOnRevision,
  /** The addresses of the documents that figures were read from. */
  pdfUrls: addresses.optional(),
  savings: z
    .strictObject({
      savingsModestSingle: figureAmount,
      savingsModestCouple: figureAmount,
      savingsComfortableSingle: figureAmount,
      savingsComfortableCouple: figureAmount,
    })
    .partial()
    .optional(),
  pension: z
    .strictObject({
      pensionSingle: figureAmount,
      pensionCouple: figureAmount,
      assetsLimitSingleHomeOwner: figureAmount,
    })
    .partial()
    .optional(),
  budgets: z
    .strictObject({
      modestSingleYearTotal: figureAmount,
      modestCoupleYearTotal: figureAmount,
      comfortableSingleYearTotal: figureAmount,
      comfortableCoupleYearTotal: figureAmount,
    })
    .partial()
    .optional(),
});
export type SaveAsfa = z.input<typeof saveAsfa>;

/** Where in a document a figure stands. */
const foundFigure = z.object({
  field: z.enum(retirementStandardFields),
  /** Dollars a year, or a lump sum in dollars. */
  amount: z.number(),
  /** From 1. A line is one row of text on its page. */
  page: z.number().int(),
  line: z.number().int(),
});
export type FoundFigure = z.infer<typeof foundFigure>;

/** A page on which figures were read, as its texts by their places. Points from the page's upper left corner. */
const sheet = z.object({
  page: z.number().int(),
  width: z.number(),
  height: z.number(),
  texts: z.array(
    z.object({ text: z.string(), x: z.number(), y: z.number(), width: z.number(), size: z.number(), line: z.number() }),
  ),
});
export type DocumentSheet = z.infer<typeof sheet>;

/** What was read from a document. Nothing of it is saved. */
export const asfaDocument = z.object({
  name: z.string(),
  pages: z.number().int(),
  /** Each place at which a figure stands; several for a figure that the document names with different amounts. */
  found: z.array(foundFigure),
  /** Budgets a week in dollars, by the field of their year. */
  weekly: z.partialRecord(z.enum(retirementStandardFields), z.number()),
  /** Pages with amounts for people who rent, which are another standard: none of them is in `found`. */
  rentersPages: z.array(z.number().int()),
  sheets: z.array(sheet),
});
export type AsfaDocument = z.infer<typeof asfaDocument>;

const MOST_HOSTS = 20;
const hostPattern = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*\.[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** The hosts from which documents may be fetched: names, never addresses. */
export const asfaHosts = z.strictObject({
  hosts: z
    .array(
      z.string().trim().toLowerCase().max(253).regex(hostPattern, 'Write the name of a host, such as www.example.org.'),
    )
    .max(MOST_HOSTS, 'List at most 20 hosts.'),
  revision: basedOnRevision,
});
export type AsfaHosts = z.infer<typeof asfaHosts>;

/** Largest document, in bytes. */
export const mostDocumentBytes = 10 * 1024 * 1024;
