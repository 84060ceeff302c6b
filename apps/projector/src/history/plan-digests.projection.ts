import { planDigestsView } from '@superscope/contracts/read-models/plan-digests';
import { planDigestsStream } from '@superscope/domain/plan-digests/plan-digests';
import { documentWrite } from '../runtime/writing/projection.js';
import { projectionOf } from '../runtime/writing/stream-projection.js';

/** Digests of plans that nightly runs kept. */
export const planDigests = projectionOf(
  planDigestsStream,
  { readModel: planDigestsView.announces },
  {
    PlanDigestKept: (event) => {
      const { data } = event;
      const kept = { ...data, models: [...data.models], keptAt: event.metadata.at };
      return {
        documents: [documentWrite(planDigestsView, `${data.planId} ${event.revision}`, event, kept)],
        planId: data.planId,
      };
    },
  },
);
