import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import { eventHistory } from './event-history/event-history.projection.js';
import { memberSnapshotsDeclared, memberSnapshotsDerivation } from './member-snapshots/member-snapshots.derivation.js';
import { declaredProjections } from './projections.js';
import type { Derivation } from './runtime/deriving/derivation.js';
import type { Projection } from './runtime/writing/projection.js';

const ofPlansAndPeople = declaredProjections.filter(({ ofTheLog }) => ofTheLog !== true);

/** Every projection. A read model without one is empty. */
export const projections: readonly Projection[] = [
  ...declaredProjections,
  eventHistory({ projections: ofPlansAndPeople, derived: [memberSnapshotsDeclared] }),
];

/** Everything that is derived. `secret` makes record keys and factored dollars. */
export const derivations = (secret: PublishingSecret): readonly Derivation[] => [memberSnapshotsDerivation(secret)];
