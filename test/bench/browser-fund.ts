import { join } from 'node:path';
import { generateDemoData } from '../demo-data/generate-demo-data.js';
import type { BenchPortal } from './bench-portal.js';
import { until } from './measure.js';
import type { Sizes } from './sizes.js';

/** The plan that the demo's company representative reaches, which the browser opens. */
const openedPlan = 'TWR.P0001';

/** Imports a fund with the opened plan, unless an import figure has done so. Waits until its months are closed and derived. */
export async function fundOfBrowser(portal: BenchPortal, { browserFund }: Sizes): Promise<void> {
  const plans = portal.mongo.db('views').collection<{ _id: string }>('plans');
  if ((await plans.countDocuments({ _id: openedPlan })) === 0) {
    const data = await generateDemoData({
      size: 'bench',
      outDir: join(portal.folder, 'browser-files'),
      // Calculators ask what a member has in each investment.
      assetMonths: 1,
      ...browserFund,
    });
    for (const { table, path } of data.files)
      await portal.client.finishImport(await portal.client.startImport(table, path), () => {});
  }
  const isDerived = async () => {
    const answer = await portal.client.request('/api/ready');
    return answer.ok && ((await answer.json()) as { derived: boolean }).derived;
  };
  await until('The derivation of the imported months', isDerived, { withinSeconds: 600, everyMs: 250 });
  const closed = `SELECT count() FROM plan_month WHERE plan_id = {plan:String}`;
  const isPublished = async () => (await portal.count(closed, { plan: openedPlan })) > 0;
  await until('The first edition of the opened plan', isPublished, { withinSeconds: 120, everyMs: 250 });
}

/** The number of members of the whole fund in the last complete month. */
export const membersOf = (portal: BenchPortal): Promise<number> =>
  portal.count('SELECT uniqExact(member_id) FROM member_edition');

export const membersOpened = (portal: BenchPortal): Promise<number> =>
  portal.count('SELECT uniqExact(member_id) FROM member_edition WHERE plan_id = {plan:String}', { plan: openedPlan });
