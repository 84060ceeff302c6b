import { useState } from 'react';
import { errorsOf } from '../api/base.api';

/** The errors of a form: those of its own validation, and those of the server. */
export function useFormErrors(error: unknown, fields: readonly string[]) {
  const [found, setFound] = useState<Readonly<Record<string, string>>>({});
  const refused = errorsOf(error).map(({ field, message }) => ({ field: field?.split('.')[0] ?? null, message }));
  return {
    errorOf: (field: string) => found[field] ?? refused.find((each) => each.field === field)?.message,
    /** Messages that belong to no field of this form. */
    general: refused.flatMap(({ field, message }) => (field === null || !fields.includes(field) ? [message] : [])),
    /** Shows errors by field; true if there are none. */
    passes(wrong: Readonly<Record<string, string>>) {
      setFound(wrong);
      return Object.keys(wrong).length === 0;
    },
  };
}
