import type { FeeComparisonRequest } from '@superscope/contracts/fee-comparison';
import type { InsuranceRequest } from '@superscope/contracts/insurance-calculation';
import { innerId } from '@superscope/domain/outside-id';
import { investmentMenu } from '../demo-data/investment-menu.js';
import { flagshipPlan } from '../demo-data/plan-blueprints.js';
import { occupationFactors } from '../demo-data/premium-rates.js';
import { Random } from '../demo-data/random.js';
import type { BenchPortal } from './bench-portal.js';
import { against, spreadText, type Figure } from './figure.js';
import { httpLoad } from './http-load.js';
import { spread } from './measure.js';

const amount = 1_000;
const warmUp = 50;
const mostMilliseconds = 50;

/** Measures the calculators over HTTP, as one consultant uses them: random questions about somebody new, one after another. */
export async function calculatorFigures(portal: BenchPortal): Promise<Figure[]> {
  const random = new Random('calculators');
  return [
    await answered(portal, 'comparison of fees', '/api/feeComparison/data', () => comparison(random)),
    await answered(portal, 'quotation of insurance', '/api/insuranceCalculation/data', () => quotation(random)),
  ];
}

async function answered(portal: BenchPortal, name: string, path: string, body: () => object): Promise<Figure> {
  const headers = {
    Cookie: portal.cookie,
    'X-Requested-By': 'superscope',
    'Content-Type': 'application/json',
  };
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
