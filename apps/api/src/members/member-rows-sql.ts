/**
 * Chooses a member's rows before versions are merged: ClickHouse itself filters `FINAL` afterwards, and reads every column of the plan for it.
 * Right for tables that have the member in their key, because all versions of a row have the same. Takes the parameter `member`.
 */
export const ofMember = 'PREWHERE member_id = {member:UUID}';

/** Of the rows of `snapshot_raw`, those of the import that counts in each month: the newest that is not withdrawn. Takes the parameter `plan`. */
export const inCurrentSnapshots = `(month, import_id) IN (
  SELECT month, argMax(import_id, completed) FROM (
    SELECT month, import_id, maxIf(revision, step = 'completed') AS completed, argMax(step, revision) AS latest
    FROM plan_month_import FINAL
    WHERE plan_id = {plan:String} AND content = 'snapshots'
    GROUP BY month, import_id
  ) WHERE latest = 'completed' GROUP BY month
)`;
