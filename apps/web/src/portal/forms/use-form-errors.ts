import { useState } from 'react';
import { errorsOf } from '../api/base.api';

/** What is wrong with a form: what its own check found, and what the server refused. */
export function useFormErrors(error: unknown, fields: readonly string[]) {
  const [found, setFound] = useState<Readonly<Record<string, string>>>({});
  const refused = errorsOf(error).map(({ field, message }) => ({ field: field?.split('.')[0] ?? null, message }));
  return {
    errorOf: (field: string) => found[field] ?? refused.find((each) => each.field === field)?.message,
    /** Messages of no field of this form. */
    general: refused.flatMap(({ field, message }) => (field === null || !fields.includes(field) ? [message] : [])),
    /** Shows what is wrong by field; whether nothing is. */
    passes(wrong: Readonly<Record<string, string>>) {
      setFound(wrong);
      return Object.keys(wrong).length === 0;
    },
  };
}
