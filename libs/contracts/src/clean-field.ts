import { cleanText } from '@superscope/domain/text/clean-text';
import { z } from 'zod';

/** A name or key in a request: nothing that cannot be seen makes it another one. */
export const cleanField = (error?: string) => z.string(error).overwrite(cleanText);
