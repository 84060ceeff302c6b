import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const eslint = new ESLint();

/** The messages about a line of code in a file of the api. */
async function refusals(code: string): Promise<string[]> {
  const [found] = await eslint.lintText(`export const day = (on: On) => ${code};\n`, {
    filePath: 'apps/api/src/example.ts',
  });
  return found!.messages.filter(({ ruleId }) => ruleId === 'no-restricted-syntax').map(({ message }) => message);
}

// The first test loads the linter.
describe('the day of an instant', { timeout: 60_000 }, () => {
  it.each([
    'on.created.toISOString().slice(0, 10)',
    'on.date.toISOString().substring(0, 10)',
    'on.date.toJSON().slice(0, 7)',
    "on.date.toISOString().split('T')[0]",
    "on.text.split('T')[0]",
    "on.date.toISOString().replace(/T.*/, '')",
    'on.at.slice(0, 10)',
    'on.recordedAt.substring(0, 10)',
    'on.moment.slice(0, 7)',
    'on.date.getDate()',
    'on.date.toLocaleDateString()',
  ])('is not cut from its text: %s', async (code) => expect(await refusals(code)).not.toEqual([]));

  it.each([
    'sydneyDate(on.at)',
    // Days and wall times are text that may be cut.
    'on.asAt.slice(0, 7)',
    'on.effectiveDate.slice(0, 7)',
    'on.date.toISOString().slice(17, 19)',
    'on.date.toISOString().slice(0, 23)',
  ])('may be computed, and days be cut: %s', async (code) => expect(await refusals(code)).toEqual([]));
});
