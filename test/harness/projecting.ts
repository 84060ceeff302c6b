import { PortalEngines } from './portal-engines.js';
import { SamplePlan } from './sample-plan.js';

/** Engines with a projector that follows them, and the figures that scores need, recorded `at` a moment. */
export async function startProjecting(at?: string) {
  const engines = await PortalEngines.start();
  const projector = await engines.projector();
  await projector.start();
  const none = new SamplePlan(engines.store, engines.identity, 'PF.none');
  none.at = at;
  await none.figures();
  return { engines, projector };
}
