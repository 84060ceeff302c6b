import { planDigestsView } from '@superscope/contracts/read-models/plan-digests';
import type { PlanDigest } from '@superscope/domain/plan-digests/plan-digests';
import { documentWrite, type Projection } from '../runtime/writing/projection.js';

/** Digests of plans that nightly runs kept. */
export const planDigests: Projection = {
  readModel: planDigestsView.announces,
  handles: ['PlanDigestKept'],
  project: (event) => {
    const data = event.data as PlanDigest;
    const kept = { ...data, models: [...data.models], keptAt: event.metadata.at };
    return {
      documents: [documentWrite(planDigestsView, `${data.planId} ${event.revision}`, event, kept)],
      planId: data.planId,
    };
  },
};
