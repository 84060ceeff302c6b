import type { z } from 'zod';

/** A body that is not JSON: a file or a stream. `type` is its media type; `types` lists all media types of an endpoint with several. */
export class Media {
  readonly types: readonly string[];

  constructor(
    readonly type: string,
    ...others: string[]
  ) {
    this.types = [type, ...others];
  }
}

/** JSON that the handler has already written as text. The schema describes it. */
export class WrittenJson<Schema extends z.ZodType = z.ZodType> {
  static readonly contentType = 'application/json; charset=utf-8';

  constructor(readonly schema: Schema) {}
}

/** An answer without a body: 204, or a redirect. */
export const nothing = Symbol('an answer without a body');

export type Answer = z.ZodType | WrittenJson | Media | typeof nothing;

/** The value that a handler returns for an answer. */
export type ValueOf<A> = A extends z.ZodType
  ? z.output<A>
  : A extends WrittenJson | Media
    ? string
    : A extends typeof nothing
      ? void
      : never;
