import type { FeeComparisonRequest } from '@superscope/contracts/fee-comparison';
import type { InsuranceRequest } from '@superscope/contracts/insurance-calculation';
import { innerId } from '@superscope/domain/outside-id';
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
  return [
    await answered(portal, 'comparison of fees', '/api/feeComparison/data', compared),
    await answered(portal, 'quotation of insurance', '/api/insuranceCalculation/data', quoted),
    await printed(portal, 'comparison of fees as PDF', '/api/feeComparison', compared),
    await printed(portal, 'quotation of insurance as PDF', '/api/insuranceCalculation', quoted),
  ];
}

const headersOf = ({ cookie }: BenchPortal) => ({
  Cookie: cookie,
  'X-Requested-By': 'superscope',
  'Content-Type': 'application/json',
});

/** The median of PDFs made one after another, until each is downloaded. */
async function printed(portal: BenchPortal, name: string, path: string, body: () => object): Promise<Figure> {
  const print = async () => {
    const { seconds } = await timed(async () => {
      const request = { method: 'POST', headers: headersOf(portal), body: JSON.stringify(body()) };
      const answer = await fetch(`${portal.url}${path}`, request);
      if (!answer.ok) throw new Error(`A PDF was refused: ${await answer.text()}`);
      await answer.arrayBuffer();
    });
    return seconds;
  };
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

function comparison(random: Random): FeeComparisonRequest {
  const option = () => innerId(platformId, random.pick(investmentMenu).code);
  return {
    memberName: 'Somebody new',
    planId: innerId(platformId, planId),
    assetId: option(),
    balance: random.whole(1_000, 800_000),
    comparisonAssetId: option(),
  };
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
