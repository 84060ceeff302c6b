import { PortalEngines } from './portal-engines.js';
import { SamplePlan } from './sample-plan.js';

/** Engines with a projector that follows them, and the figures that scores need. */
export async function startProjecting() {
  const engines = await PortalEngines.start();
  const projector = await engines.projector();
  await projector.start();
  await new SamplePlan(engines.store, engines.identity, 'PF.none').figures();
  return { engines, projector };
}
