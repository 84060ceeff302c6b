import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import { eventHistory } from './event-history/event-history.projection.js';
import { streamEvents } from './history/stream-events.projection.js';
import { memberSnapshotsDeclared, memberSnapshotsDerivation } from './member-snapshots/member-snapshots.derivation.js';
import { declaredProjections } from './projections.js';
import type { Derivation } from './runtime/deriving/derivation.js';
import type { Projection } from './runtime/writing/projection.js';

/** The event history says of each event what it changed, apart from the list of every stream's events. */
const ofPlansAndPeople = declaredProjections.filter((projection) => projection !== streamEvents);

/** Every projection. A read model without one is empty. */
export const projections: readonly Projection[] = [
  ...declaredProjections,
  eventHistory({ projections: ofPlansAndPeople, derived: [memberSnapshotsDeclared] }),
];

/** Everything that is derived. `secret` makes record keys and factored dollars. */
export const derivations = (secret: PublishingSecret): readonly Derivation[] => [memberSnapshotsDerivation(secret)];
