import type { Fields } from '@superscope/domain/fields';
import type { z } from 'zod';

/** A MongoDB collection of the `views` database. One projection fills it and screens read it, so it is declared once for both. */
export interface DocumentView<Name extends string = string, Kind extends string = string, Shape = unknown> {
  readonly collection: Name;
  /** The kind of change that is announced to browsers when a document changes. */
  readonly announces: Kind;
  /** A document without `_id` and `revision`. If the first event of the document's stream was set aside, the event's fields are missing. */
  readonly shape: z.ZodType<Shape>;
  /** The record that the stream's first event writes. Documents written before it had a field get the field when a projector starts. */
  readonly fields?: Fields;
  readonly indexes: readonly Readonly<Record<string, 1 | -1>>[];
  /** True: a document says that events were applied, so it is written after everything else of them, and after what they make stale. */
  readonly writtenLast?: true;
}

export const documentView = <const Name extends string, const Kind extends string, Shape>(
  view: DocumentView<Name, Kind, Shape>,
): DocumentView<Name, Kind, Shape> => view;

/** The fields of a view's documents. */
export type FieldsOf<View> = View extends DocumentView<string, string, infer Shape> ? Shape : never;

/** A document as MongoDB returns it. */
export type DocumentOf<View> = FieldsOf<View> & {
  _id: string;
  /** Revision of the newest event of the stream that wrote the document. */
  revision: number;
};
