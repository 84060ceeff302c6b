import type { ConsultationRequest } from '@superscope/contracts/consultation';
import type { FeeComparisonRequest, NetBenefitRequest } from '@superscope/contracts/fee-comparison';
import type { InsuranceRequest } from '@superscope/contracts/insurance-calculation';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { innerId } from '@superscope/domain/outside-id';
import { randomUUID } from 'node:crypto';
import { investmentMenu } from '../demo-data/investment-menu.js';
import { flagshipPlan } from '../demo-data/plan-blueprints.js';
import { occupationFactors } from '../demo-data/premium-rates.js';
import { Random } from '../demo-data/random.js';
import type { BenchPortal } from './bench-portal.js';
import { against, shown, spreadText, type Figure } from './figure.js';
import { httpLoad } from './http-load.js';
import { spread, timed } from './measure.js';

const amount = 1_000;
const warmUp = 50;
const mostMilliseconds = 50;
/** PDFs that count, and those before them while Chromium starts. */
const prints = 10;
const printWarmUp = 3;
const mostSeconds = 2;

/** Measures the calculators over HTTP, as one consultant uses them: random questions about somebody new, one after another. */
export async function calculatorFigures(portal: BenchPortal): Promise<Figure[]> {
  const random = new Random('calculators');
  const [compared, quoted] = [() => comparison(random), () => quotation(random)];
  const members = await membersOf(portal);
  const benefit = () => besideOthers(random);
  const consulted = () => consultation(random, members);
  return [
    await answered(portal, 'comparison of fees', '/api/feeComparison/data', compared),
    await answered(portal, 'quotation of insurance', '/api/insuranceCalculation/data', quoted),
    await answered(portal, 'net benefit of four investments', '/api/feeComparison/netBenefit', benefit),
    await answered(portal, 'draft of a consultation', '/api/consultations/draft', consulted),
    await printed(portal, 'comparison of fees as PDF', '/api/feeComparison', compared),
    await printed(portal, 'quotation of insurance as PDF', '/api/insuranceCalculation', quoted),
    await filed(portal, () => consultation(random, members)),
  ];
}

/** Inner ids of members of the flagship plan who are there today. */
async function membersOf({ mongo }: BenchPortal): Promise<string[]> {
  const found = await mongo
    .db('views')
    .collection<{ _id: string }>('members')
    .find({ planId: innerId(flagshipPlan.platformId, flagshipPlan.planId), exitDate: null }, { projection: { _id: 1 } })
    .limit(200)
    .toArray();
  return found.map(({ _id }) => _id);
}

/** Files a consultation that was read and downloads it: what somebody waits for who presses File and download. */
async function filed(portal: BenchPortal, body: () => ConsultationRequest): Promise<Figure> {
  const headers = headersOf(portal);
  const post = async (path: string, sent: object) => {
    const answer = await fetch(`${portal.url}${path}`, { method: 'POST', headers, body: JSON.stringify(sent) });
    if (!answer.ok) throw new Error(`A consultation was refused: ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  return pdfFigure('consultation, filed and downloaded', async () => {
    const asked = body();
    const { contentSha256 } = await post('/api/consultations/draft', asked);
    const { seconds } = await timed(async () => {
      const sent = { ...asked, contentSha256, consultationId: randomUUID() };
      const { consultationId } = await post('/api/consultations', sent);
      const pdf = `/api/members/${asked.memberId}/consultations/${consultationId}/pdf`;
      const answer = await fetch(`${portal.url}${pdf}`, { headers });
      if (!answer.ok) throw new Error(`A PDF was refused: ${await answer.text()}`);
      await answer.arrayBuffer();
    });
    return seconds;
  });
}

const headersOf = ({ cookie }: BenchPortal) => ({
  Cookie: cookie,
  'X-Requested-By': 'superscope',
  'Content-Type': 'application/json',
});

/** The median of PDFs made one after another, until each is downloaded. */
async function printed(portal: BenchPortal, name: string, path: string, body: () => object): Promise<Figure> {
  return pdfFigure(name, async () => {
    const { seconds } = await timed(async () => {
      const request = { method: 'POST', headers: headersOf(portal), body: JSON.stringify(body()) };
      const answer = await fetch(`${portal.url}${path}`, request);
      if (!answer.ok) throw new Error(`A PDF was refused: ${await answer.text()}`);
      await answer.arrayBuffer();
    });
    return seconds;
  });
}

async function pdfFigure(name: string, print: () => Promise<number>): Promise<Figure> {
  const seconds: number[] = [];
  try {
    for (let n = 0; n < printWarmUp; n += 1) await print();
    for (let n = 0; n < prints; n += 1) seconds.push(await print());
  } catch (error) {
    return shown(name, `not measured: ${(error as Error).message.split('\n')[0]}`);
  }
  const { p50, most } = spread(seconds);
  return {
    name,
    measured: `${p50.toFixed(2)} s (at most ${most.toFixed(2)})`,
    target: `<= ${mostSeconds} s`,
    raw: '',
    ...against(mostSeconds / p50),
  };
}

async function answered(portal: BenchPortal, name: string, path: string, body: () => object): Promise<Figure> {
  const headers = headersOf(portal);
  const request = () => ({ method: 'POST', path, headers, body: JSON.stringify(body()) }) as const;
  // The load tells how many answers were refused, and not why.
  const first = await fetch(`${portal.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body()) });
  if (!first.ok) throw new Error(`${name}: ${first.status} ${await first.text()}`);
  const load = (of: number) => httpLoad({ origin: portal.url, connections: 1, amount: of, request });
  await load(warmUp);
  const measured = spread((await load(amount)).milliseconds);
  return {
    name,
    measured: spreadText(measured),
    target: `p95 <= ${mostMilliseconds} ms`,
    raw: '',
    ...against(mostMilliseconds / measured.p95),
  };
}

const { platformId, planId, companyId } = flagshipPlan;
const option = (random: Random) => innerId(platformId, random.pick(investmentMenu).code);
/** Different ones, because each is asked for once. */
const options = (random: Random, of: number): string[] => {
  const chosen = new Set<string>();
  while (chosen.size < of) chosen.add(option(random));
  return [...chosen];
};

function comparison(random: Random): FeeComparisonRequest {
  return {
    memberName: 'Somebody new',
    planId: innerId(platformId, planId),
    assetId: option(random),
    balance: random.whole(1_000, 800_000),
    comparisonAssetId: option(random),
  };
}

function besideOthers(random: Random): NetBenefitRequest {
  const [assetId, comparisonAssetId, ...otherAssetIds] = options(random, 4);
  return { ...comparison(random), assetId: assetId!, comparisonAssetId: comparisonAssetId!, otherAssetIds };
}

function consultation(random: Random, members: readonly string[]): ConsultationRequest {
  const [comparisonAssetId, ...otherAssetIds] = options(random, 3);
  const feesAsAt = sydneyDate(new Date());
  const fees = { assetId: null, comparisonAssetId: comparisonAssetId!, otherAssetIds, feesAsAt };
  return { memberId: random.pick(members), fees, cover: null, asfa: true };
}

const quotation = (random: Random): InsuranceRequest => ({
  calculationDate: '2026-11-26',
  voluntaryDeathCover: random.whole(1, 1_000_000),
  voluntaryTpdCover: random.whole(1, 1_000_000),
  voluntarySciCover: random.whole(1, 5_000),
  selectedMember: {
    memberName: 'Somebody new',
    companyId: innerId(platformId, companyId),
    memberCategory: `${planId}-C1`,
    salary: random.whole(40_000, 250_000),
    dateOfBirth: `${random.whole(1962, 2005)}-06-15`,
    gender: random.pick(['Male', 'Female'] as const),
    occupationGroup: random.pick(Object.keys(occupationFactors)),
    state: 'NSW',
  },
});
