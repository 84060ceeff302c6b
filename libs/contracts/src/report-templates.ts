import { templatePageNames } from '@superscope/domain/report-template/template-pages';
import { id as isId } from '@superscope/domain/shape';
import { z } from 'zod';
import { cleanField } from './clean-field.js';
import { writeAnswer } from './csv-import.js';
import { dayOrInstant, innerId } from './fields.js';

export {
  servingTemplate,
  templatePeriod,
  usualDates,
  usualTemplate,
} from '@superscope/domain/report-template/serving-template';
export {
  customPage,
  mayRepeat,
  pdfPage,
  templatePages,
  titleOf,
  type TemplatePageName,
} from '@superscope/domain/report-template/template-pages';

/** Longest texts, in characters. */
export const longestTitle = 100;
export const longestText = 1_000;
export const longestNote = 255;

const positive = (what: string) =>
  z
    .number(`${what} must be greater than 0`)
    .int(`${what} must be a whole number`)
    .positive(`${what} must be greater than 0`)
    .max(999, `${what} must be less than 1,000`);
const atMost = (most: number) => `At most ${most.toLocaleString('en-AU')} characters`;
const required = (message: string) =>
  cleanField(message).trim().min(1, message).max(longestTitle, atMost(longestTitle));
const title = cleanField()
  .trim()
  .max(longestTitle, atMost(longestTitle))
  .transform((text) => (text === '' ? null : text))
  .nullish()
  .transform((text) => text ?? null);

/** The most sections of a custom page. */
export { mostSections } from '@superscope/domain/report-template/report-template';

/** The id of a part, which the client may give. It becomes a field's name in the view, so it has no dot. */
const partId = cleanField().regex(/^[A-Za-z0-9][\w-]{0,59}$/, 'This is not an id.');
export const platformIdField = cleanField('A platform is required').regex(/^[\w-]{1,40}$/, 'A platform is required');
/** An id in an address: of a template or of one of its parts. */
export const idField = cleanField().refine(isId, 'This is not an id.');

export const itemRequest = z.strictObject({
  id: partId.optional(),
  sequence: positive('Sequence'),
  text: z.string('Text is required').trim().min(1, 'Text is required').max(longestText, atMost(longestText)),
  note: z
    .string()
    .trim()
    .max(longestNote, atMost(longestNote))
    .nullish()
    .transform((text) => (text == null || text === '' ? null : text)),
});

export const sectionRequest = z.strictObject({
  id: partId.optional(),
  templateSectionName: required('Name is required'),
  sequence: positive('Sequence'),
  heading: title,
  sectionItems: z.array(itemRequest).max(100).default([]),
});

export const pageRequest = z.strictObject({
  id: partId.optional(),
  templatePageNumber: positive('Number'),
  templatePageName: z.enum(templatePageNames, 'Page template is required'),
  sequence: positive('Sequence'),
  heading: title,
  sourceFilename: cleanField().trim().max(90).min(1, 'Pdf filename is required').nullish(),
  sourcePageNumber: positive('Source page').nullish(),
  pageSections: z.array(sectionRequest).max(10).default([]),
});

/** The template itself, without its pages. */
export const templateDetails = z.strictObject({
  /** Of the template that is saved; missing for a new one. */
  id: idField.optional(),
  platformId: platformIdField,
  planId: innerId.nullish(),
  companyId: innerId.nullish(),
  templateName: required('Template is required'),
  reportingStartDate: dayOrInstant,
  reportingEndDate: dayOrInstant,
});

/** Body of POST /api/pcr: what is new or differs. Pages, sections and items that it does not name stay. */
export const templateRequest = templateDetails.extend({
  /** Of the template as it was read. A save after a later change is refused; without it, it is not. */
  revision: z
    .number('This is not a revision.')
    .int('This is not a revision.')
    .min(0, 'This is not a revision.')
    .optional(),
  reportPages: z.array(pageRequest).max(100).default([]),
});
export type TemplateRequest = z.input<typeof templateRequest>;

/** Answer to POST /api/pcr. */
export const templateSaved = writeAnswer.extend({ id: z.string() }).meta({ id: 'TemplateSaved' });
export type TemplateSaved = z.infer<typeof templateSaved>;

const item = z.object({ id: z.string(), sequence: z.number(), text: z.string(), note: z.string().nullable() });
const section = z.object({
  id: z.string(),
  templateSectionName: z.string(),
  sequence: z.number(),
  heading: z.string().nullable(),
  sectionItems: z.array(item),
});
const page = z.object({
  id: z.string(),
  templatePageNumber: z.number(),
  templatePageName: z.enum(templatePageNames),
  sequence: z.number(),
  heading: z.string().nullable(),
  sourceFilename: z.string().nullable(),
  sourcePageNumber: z.number().nullable(),
  pageSections: z.array(section),
});

/** A template with its pages, sections and items, each in their order. Days are yyyy-MM-dd. */
export const template = z.object({
  id: z.string(),
  /** Of the newest change, from 0. A save names it. */
  revision: z.number(),
  platformId: z.string(),
  planId: z.string().nullable(),
  companyId: z.string().nullable(),
  /** The name of the employer, plan or platform that it serves. */
  serves: z.string(),
  templateName: z.string(),
  reportingStartDate: z.string(),
  reportingEndDate: z.string(),
  reportPages: z.array(page),
});
export type Template = z.infer<typeof template>;
export type TemplatePage = z.infer<typeof page>;
export type TemplateSection = z.infer<typeof section>;
export type TemplateItem = z.infer<typeof item>;

const reportsCounted = z.object({
  /** Employers whose report begins with it. */
  employers: z.number(),
  /** Plans whose report begins with it where the report names no employer. */
  plans: z.number(),
});

/** Answer to GET /api/pcr/precedence. */
export const templatePrecedence = reportsCounted
  .extend({
    /** The templates within it that win, for employers or plans, most employers first. */
    narrower: z.array(
      reportsCounted.extend({
        templateId: z.string(),
        /** The name of the employer or plan that it serves. */
        serves: z.string(),
        ofEmployer: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'TemplatePrecedence' });
export type TemplatePrecedence = z.infer<typeof templatePrecedence>;

/** An entry of the answer to GET /api/pcr/{templateId}/changes, newest first. */
export const templateChange = z.object({
  /** Of the template's stream, from 0. */
  revision: z.number(),
  /** Null for a change of the template itself. */
  pageId: z.string().nullable(),
  what: z.string(),
  /** The words before and after, where words changed. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  canComeBack: z.boolean(),
  /** The name of who changed it; null if the account is gone. */
  by: z.string().nullable(),
  /** Instant, UTC. */
  at: z.string(),
});
export type TemplateChange = z.infer<typeof templateChange>;

/** Conflict of POST /api/pcr. A template that was changed after the revision that the save names is told with what was changed. */
export const templateChangedSince = z
  .object({
    message: z.string(),
    /** The newest one. */
    revision: z.number().optional(),
    /** What was changed since, newest first. */
    changes: z.array(templateChange).optional(),
  })
  .meta({ id: 'TemplateChangedSince' });
export type TemplateChangedSince = z.infer<typeof templateChangedSince>;

/** Answer to GET /api/pcr/{templateId}/changes/{revision}: a page or the template now and as it was then, as lines. */
export const templateDifference = z.object({ now: z.array(z.string()), then: z.array(z.string()) });
export type TemplateDifference = z.infer<typeof templateDifference>;

/** Body of POST /api/pcr/{templateId}/bringBack. Without a page it is the whole template. */
export const bringBackRequest = z.strictObject({
  revision: z.number().int().min(0),
  pageId: idField.nullish(),
});
