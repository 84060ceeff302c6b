import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import { eventHistory } from './event-history/event-history.projection.js';
import { streamEvents } from './history/stream-events.projection.js';
import { memberSnapshotsDeclared, memberSnapshotsDerivation } from './member-snapshots/member-snapshots.derivation.js';
import { declaredProjections } from './projections.js';
import type { Derivation } from './runtime/deriving/derivation.js';
import type { Projection } from './runtime/writing/projection.js';

/** The event history says what each event changed. The list of every stream's events is not counted as a change. */
const ofPlansAndPeople = declaredProjections.filter((projection) => projection !== streamEvents);

/** Every projection. A read model without a projection stays empty. */
export const projections: readonly Projection[] = [
  ...declaredProjections,
  eventHistory({ projections: ofPlansAndPeople, derived: [memberSnapshotsDeclared] }),
];

/** All derivations. `secret` gives record keys and factored dollars. */
export const derivations = (secret: PublishingSecret): readonly Derivation[] => [memberSnapshotsDerivation(secret)];
