import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const eslint = new ESLint();

/** The messages about names of events in a file of the api. */
async function refusals(code: string): Promise<string[]> {
  const [found] = await eslint.lintText(`export const found = ${code};\n`, { filePath: 'apps/api/src/example.ts' });
  return found!.messages.map(({ message }) => message).filter((message) => message.includes('name of an event'));
}

// The first test loads the linter.
describe('the name of an event', { timeout: 60_000 }, () => {
  it.each([
    "on.type === 'MemberRegistered'",
    "['PlanClosed', 'PlanReopened']",
    "{ by: 'CampaignCancelled' }",
    "`SELECT 1 FROM recorded_event WHERE event_type = 'MemberLeft'`",
    "`SELECT 1 FROM recorded_event WHERE event_type IN ('MemberLeft', '${on.type}')`",
    '"event_type != \'SignedIn\'"',
    "on.includes('SignedIn')",
  ])('is no free text: %s', async (code) => expect(await refusals(code)).not.toEqual([]));

  it.each([
    'on.type === namesOf(memberStream).MemberRegistered',
    'typesOf(companyStream, { CompanyRegistered: true, CompanyDetailsRevised: false, CompanyDeactivated: false })',
    "projectionOf(planStream, { ignores: ['PlanClosed'] }, { PlanReopened: () => ({}) })",
    "`event_type = '${namesOf(memberStream).MemberLeft}'`",
    "on as Kind<'ReportMade'>",
    // Words that only contain one, and the cube that is called like one.
    "'ContactRequested.planId'",
    "cube('ContactRequested', measures)",
  ])('comes from its stream: %s', async (code) => expect(await refusals(code)).toEqual([]));
});
