import { z } from 'zod';

/** The tables of a platform's investment options by data date, newest first. Answer to GET /api/assets/dataDates. */
export const dataDates = z.object({
  dates: z.array(
    z.object({
      /** yyyy-MM-dd */
      dataDate: z.string(),
      options: z.number().int(),
      /** Whether its options are in use today. */
      inUse: z.boolean(),
    }),
  ),
});
export type DataDates = z.infer<typeof dataDates>;

const optionChange = z.object({
  kind: z.enum(['removed', 'changed', 'added']),
  assetCode: z.string(),
  name: z.string(),
  /** Percent as decimal text; null if it is unknown, or if the option is not there. */
  growthBefore: z.string().nullable(),
  growthAfter: z.string().nullable(),
  /** The columns of a file that change in an option that is there before and after. */
  columns: z.array(z.string()),
  /** Members who hold the option by the newest month of holdings of each plan, and the number of their plans. */
  members: z.number().int(),
  plans: z.number().int(),
});
export type ShownOptionChange = z.infer<typeof optionChange>;

/** What a file of investment options would change. Answer to POST /api/assets/changes. */
export const fileChanges = z.object({
  /** Rows of the file. */
  rows: z.number().int(),
  /** Goes with the file when it is taken, which is refused if somebody else has imported options in the meantime. */
  asOf: z.number().int(),
  /** The data date of the options that the file is compared with; null if the platform has none. */
  comparedWith: z.string().nullable(),
  /** What is removed, then what changes in any column, then what is added; each by members, most first. */
  changes: z.array(optionChange),
  /** Options of the file that stay as they are in every column. */
  unchanged: z.number().int(),
  /** Members who hold an option that is removed, or one whose growth exposure changes. */
  membersOfRemoved: z.number().int(),
  membersOfChanged: z.number().int(),
  /** Plans of the platform, whose scores are derived again. */
  plans: z.number().int(),
  /** Whether there are no options of an earlier date. Then the file also counts for the days before its own. */
  isFirst: z.boolean(),
  /** The next data date, from which other options are in use; null if there is none. */
  nextDate: z.string().nullable(),
});
export type FileChanges = z.infer<typeof fileChanges>;
