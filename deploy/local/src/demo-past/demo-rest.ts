import { setTimeout as delay } from 'node:timers/promises';
import { asfaProgress } from '@superscope/contracts/asfa';
import { demoPlans, uploadDemoFlyers } from '../demo-flyers.js';
import { PortalClient } from '../portal-client.js';
import { ProgressBar } from '../progress-bar.js';

/**
 * Does what of the demo is left once its first plan is whole, while people use the portal: uploads the flyers of the plans in `flyersDue`,
 * and waits for the figures of all plans. `keep` is told which plans' flyers are left after each, so that an interrupted one goes on.
 */
export async function finishDemo(
  url: string,
  password: string,
  flyersDue: readonly string[],
  keep: (flyersDue: readonly string[]) => void,
): Promise<void> {
  const client = new PortalClient(url);
  await client.signIn('admin', password);
  const plans = await demoPlans(client);
  const bar = new ProgressBar(plans.length, 'plans');
  let left = flyersDue;
  for (const plan of plans.filter(({ id }) => flyersDue.includes(id))) {
    await uploadDemoFlyers(client, plan);
    left = left.filter((id) => id !== plan.id);
    keep(left);
    await showProgress(client, bar, left.length);
  }
  keep([]);
  while (await showProgress(client, bar, 0)) await delay(500);
  bar.end('The whole demo is loaded.');
}

/** Whether plans still wait for their figures, or for their flyers, of which there are `flyersDue`. */
async function showProgress(client: PortalClient, bar: ProgressBar, flyersDue: number): Promise<boolean> {
  const answer = await client.request('/api/asfa/progress');
  if (!answer.ok)
    throw new Error(`How far the demo's figures are is not known: the api answered with ${answer.status}.`);
  const { plans, waiting } = asfaProgress.parse(await answer.json());
  const left = Math.max(waiting, flyersDue);
  bar.show(plans - left, 'are loaded');
  return left > 0;
}
