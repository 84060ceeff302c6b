import { z } from 'zod';

const shapes = new WeakMap<z.core.$ZodType, z.ZodType>();

/** Any value, which the handler checks itself; the schema only describes it. */
export function described(shape: z.ZodType): z.ZodUnknown {
  const any = z.unknown();
  shapes.set(any, shape);
  return any;
}

export const descriptionOf = (schema: z.core.$ZodType): z.ZodType | undefined => shapes.get(schema);
