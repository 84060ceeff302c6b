import { z } from 'zod';

const shapes = new WeakMap<z.core.$ZodType, z.ZodType>();

/** Accepts any value, which the handler validates itself. `shape` only describes it in the API's description. */
export function described(shape: z.ZodType): z.ZodUnknown {
  const any = z.unknown();
  shapes.set(any, shape);
  return any;
}

export const descriptionOf = (schema: z.core.$ZodType): z.ZodType | undefined => shapes.get(schema);
