import { PortalEngines } from './portal-engines.js';
import { SamplePlan } from './sample-plan.js';

/** Starts engines with a projector, and records at the instant `at` the reference figures that scores need. */
export async function startProjecting(at?: string) {
  const engines = await PortalEngines.start();
  const projector = await engines.projector();
  await projector.start();
  const none = new SamplePlan(engines.store, engines.identity, 'PF.none');
  none.at = at;
  await none.figures();
  return { engines, projector };
}
