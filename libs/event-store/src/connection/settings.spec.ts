import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readSettings } from './settings.js';

const schema = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  URL: z.url(),
  LEVEL: z.enum(['info', 'warn']).default('info'),
  NAME: z
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  PASSWORD: z.string().min(8).max(20).optional(),
  HOST: z.string().min(1).optional(),
});
const read = (settings: Record<string, string>) =>
  readSettings("The cook's", schema, { URL: 'http://127.0.0.1', ...settings });

describe('the settings of a process', () => {
  it('are the given values, or else the defaults', () => {
    expect(read({ PORT: '80' })).toEqual({ PORT: 80, URL: 'http://127.0.0.1', LEVEL: 'info' });
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT must be a whole number'],
    [{ PORT: '3.5' }, 'PORT must be a whole number'],
    [{ PORT: '0' }, 'PORT must be at least 1'],
    [{ PORT: '70000' }, 'PORT must be at most 65535'],
    [{ LEVEL: 'loud' }, 'LEVEL must be one of info, warn'],
    [{ URL: 'nowhere' }, 'URL must be an address, such as http://127.0.0.1:8123'],
    [{ NAME: 'A B' }, 'NAME has characters that it may not have'],
    [{ PASSWORD: 'short' }, 'PASSWORD must have at least 8 characters'],
    [{ PASSWORD: 'x'.repeat(21) }, 'PASSWORD must have at most 20 characters'],
    [{ HOST: '' }, 'HOST must not be empty'],
  ])('with %j say what they must be, in words', (settings, problem) => {
    expect(() => read(settings)).toThrow(`The cook's settings are not right: ${problem}.`);
  });

  it('list all errors at once, and never a value', () => {
    const wrong = () => readSettings("The cook's", schema, { PASSWORD: 'secret', PORT: 'none' });
    expect(wrong).toThrow(
      "The cook's settings are not right: PORT must be a whole number; URL is missing; PASSWORD must have at least 8 characters.",
    );
  });
});
