import { onCluster, type Migration } from '../migration.js';

const unknownIn1970 = (column: string) => `nullIf(toDate32(${column}), toDate32('1970-01-01'))`;

/**
 * A Date begins in 1970, and people joined funds before. The days are kept in new columns, which tell what the old ones have where
 * nobody wrote them: no row is written anew, and a projector or api of the version before goes on beside this one. With another type
 * under the old names its rows would be read two bytes amiss.
 */
export const daysBefore1970: Migration = {
  id: 6,
  name: 'days-before-1970',
  up: (kind) => [
    `ALTER TABLE member_fact${onCluster(kind)}
  ADD COLUMN IF NOT EXISTS on_day Nullable(Date32) DEFAULT on_date,
  ADD COLUMN IF NOT EXISTS joined_on Nullable(Date32) DEFAULT join_date,
  ADD COLUMN IF NOT EXISTS exited_on Nullable(Date32) DEFAULT exit_date`,
    // There the first day of 1970 was what is not known.
    `ALTER TABLE member_snapshot${onCluster(kind)}
  ADD COLUMN IF NOT EXISTS joined_on Nullable(Date32) DEFAULT ${unknownIn1970('join_date')},
  ADD COLUMN IF NOT EXISTS exited_on Nullable(Date32) DEFAULT ${unknownIn1970('exit_date')}`,
  ],
  down: (kind) => [
    `ALTER TABLE member_fact${onCluster(kind)}
  DROP COLUMN IF EXISTS on_day, DROP COLUMN IF EXISTS joined_on, DROP COLUMN IF EXISTS exited_on`,
    `ALTER TABLE member_snapshot${onCluster(kind)}
  DROP COLUMN IF EXISTS joined_on, DROP COLUMN IF EXISTS exited_on`,
  ],
};
