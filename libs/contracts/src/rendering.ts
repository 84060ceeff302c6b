import { z } from 'zod';

/** What becomes of a page: A4 sheets, a picture of what it marks as its file, or the tables in that as HTML. */
export const fileKinds = ['pdf', 'png', 'html'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Body of POST /files of the renderer. It opens no other address than a page of the portal. */
export const renderRequest = z.strictObject({
  /** Of the page, with its query; never an address elsewhere. */
  path: z
    .string()
    .max(2000)
    .regex(/^\/[\w-]/),
  /** Of one document. */
  token: z.string().min(1).max(200),
  as: z.enum(fileKinds),
});
export type RenderRequest = z.infer<typeof renderRequest>;
