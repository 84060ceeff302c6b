import { PortalEngines } from './portal-engines.js';
import { SamplePlan } from './sample-plan.js';

/** Starts engines with a projector, and records at the instant `at` the reference figures that scores need. `seed` as of PortalEngines. */
export async function startProjecting(at?: string, seed?: string) {
  const engines = await PortalEngines.start(seed);
  const projector = await engines.projector();
  await projector.start();
  const none = new SamplePlan(engines.store, engines.identity, 'PF.none');
  none.at = at;
  await none.figures();
  return { engines, projector };
}
