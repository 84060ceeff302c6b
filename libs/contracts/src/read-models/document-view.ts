import type { z } from 'zod';

/** A MongoDB collection of the `views` database that one projection fills and screens read, declared once for all who use it. */
export interface DocumentView<Name extends string = string, Kind extends string = string, Shape = unknown> {
  readonly collection: Name;
  /** The kind of change that browsers hear of when a document changes. */
  readonly announces: Kind;
  /** A document without `_id` and `revision`. A document whose stream's first event was set aside lacks that event's fields. */
  readonly shape: z.ZodType<Shape>;
  readonly indexes: readonly Readonly<Record<string, 1 | -1>>[];
}

export const documentView = <const Name extends string, const Kind extends string, Shape>(
  view: DocumentView<Name, Kind, Shape>,
): DocumentView<Name, Kind, Shape> => view;

/** The fields that a view's documents have. */
export type FieldsOf<View> = View extends DocumentView<string, string, infer Shape> ? Shape : never;

/** A document as MongoDB returns it. */
export type DocumentOf<View> = FieldsOf<View> & {
  _id: string;
  /** Of the stream's newest event that wrote the document. */
  revision: number;
};
