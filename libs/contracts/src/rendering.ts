import { z } from 'zod';
import { keptAbout } from './kept-figures.js';
import type { PageProgress } from './page-event.js';

/** Output of a page: A4 sheets, a picture of the element that it marks as its file, or the tables of that element as HTML. */
export const fileKinds = ['pdf', 'png', 'html'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Body of POST /files of the renderer. The renderer opens pages of the portal and no other address. */
export const renderRequest = z.strictObject({
  /** The page's path with its query; never an address elsewhere. */
  path: z
    .string()
    .max(2000)
    .regex(/^\/[\w-]/),
  /** A token that is valid for one document. */
  token: z.string().min(1).max(200),
  as: z.enum(fileKinds),
  /** Makes a PDF that keeps its figures and conforms to PDF/UA-1. The answer is a form with the files `pdf` and `figures`. */
  keeps: z.strictObject({ title: z.string().min(1).max(200), about: keptAbout }).optional(),
  /**
   * What the page shows though nothing stores it, such as a calculation for somebody new; the page finds it under `shownContent` of its
   * window. The PDF conforms to PDF/UA-1.
   */
  shows: z.strictObject({ title: z.string().min(1).max(200), content: z.unknown() }).optional(),
});
export type RenderRequest = z.infer<typeof renderRequest>;

/** What a page says of how far it is. */
export const pageProgress = z.object({
  done: z.int().min(0),
  total: z.int().min(1),
}) satisfies z.ZodType<PageProgress>;

/**
 * The header of POST /files that names it, so that GET /progress/{id} answers how far its page is while it is made. An id that is not known
 * (any more) is answered with 404.
 */
export const progressHeader = 'x-progress-id';

/** The property of a page's window that holds what the request has it show. */
export const shownContent = 'superscopeContent';
