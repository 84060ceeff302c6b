import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const eslint = new ESLint();

/** The rules that refuse a file of the api with this code. */
async function refusedBy(path: string, code: string): Promise<(string | null)[]> {
  const [found] = await eslint.lintText(`${code}\n`, { filePath: `apps/api/src/${path}` });
  return found!.messages.map(({ ruleId }) => ruleId);
}

const controller = '@Controller()\nexport class PlansController {}';
const handler = '@CommandHandler(ClosePlan)\n@Injectable()\nexport class ClosePlanHandler {}';
const decided = "export const ClosePlan = decides('ClosePlan', planStream, closePlan);";

// The first test loads the linter.
describe('a use case of the api', { timeout: 60_000 }, () => {
  it('is one file in the folder of its noun', async () => {
    for (const code of [controller, handler, decided])
      expect(await refusedBy('plans/close-plan.slice.ts', code)).toEqual([]);
  });

  it.each(['plans/close-plan.controller.ts', 'plans/close-plan.command.ts', 'plans/close-plan.query.ts'])(
    'has no other half: %s',
    async (path) => expect(await refusedBy(path, 'export const plan = 1;')).toEqual(['no-restricted-syntax']),
  );

  it('has no folder of its own', async () => {
    expect(await refusedBy('plans/close-plan/close-plan.slice.ts', controller)).toEqual(['no-restricted-syntax']);
  });

  it.each([controller, handler, decided])('has no controller or handler in a file beside it: %j', async (code) =>
    expect(await refusedBy('plans/open-plans.ts', code)).toEqual(['no-restricted-syntax']),
  );

  it.each(['plans/plans.slice.ts', 'plans/open-plans.ts', 'platform/endpoint/reading.ts'])(
    'reads without a bus, but takes one for its command: %s',
    async (path) => {
      const importing = (name: string) => `import { ${name} } from '@nestjs/cqrs';\nexport const bus = ${name};`;
      expect(await refusedBy(path, importing('QueryBus'))).toEqual(['no-restricted-imports']);
      expect(await refusedBy(path, importing('CommandBus'))).toEqual([]);
    },
  );
});
