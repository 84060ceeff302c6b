import { expect, it } from 'vitest';
import { attachment } from './attachment.js';

it('names a file after a plan, in characters that every system and header allows', () => {
  expect(attachment('Acme Super Plan', 'csv')).toBe(
    `attachment; filename="Acme Super Plan.csv"; filename*=UTF-8''Acme%20Super%20Plan.csv`,
  );
  expect(attachment('Café "A/B"\r\nSet-Cookie: x', 'csv')).toBe(
    `attachment; filename="Caf- -A-B-Set-Cookie- x.csv"; filename*=UTF-8''Caf%C3%A9%20-A-B-Set-Cookie-%20x.csv`,
  );
  expect(attachment('Plan (2026)', 'pdf')).toContain(`filename*=UTF-8''Plan%20%282026%29.pdf`);
});
