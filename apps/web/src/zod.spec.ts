import { expect, it } from 'vitest';
import { z } from 'zod';
import { z as configured } from './zod';

it('Schemas of the web make no code of text, which the portal’s policy refuses and browsers report', () => {
  // What every module gets that imports zod, and so before its first schema.
  expect(z).toBe(configured);
  expect(z.config().jitless).toBe(true);
});
