import { productVersion } from '@superscope/contracts/build-info';
import { wantedSchema } from '@superscope/contracts/wanted-schema';
import { processNotesOf, silentAfterMs } from '@superscope/event-store/processes/process-notes';
import { appliedSchemas } from '@superscope/event-store/schema/applied-schemas';
import { isApplied, schemaState, type SchemaState } from '@superscope/event-store/schema/schema-state';
import type { Examined } from './examined.js';
import { attention, broken, counted, listed, unknown, well, type Finding } from './findings.js';

/** What is applied, what this version wants, and what an upgrade of what runs to this version does. */
export async function schemaChecks(examined: Examined): Promise<Finding[]> {
  const { clickhouse, mongo, vaultMongo } = examined;
  const rows = async <Row>(query: string) => (await clickhouse.query({ query, format: 'JSONEachRow' })).json<Row>();
  const [state, running, applied] = await Promise.all([
    schemaState({ mongo, vaultMongo, rows }, wantedSchema),
    runningVersions(examined),
    appliedSchemas(mongo.db('views')).find().sort({ at: -1 }).limit(1).toArray(),
  ]);
  return [
    standing(state, applied[0]?.version ?? null),
    readModels(state),
    { area: 'upgrade', ...upgrade(state, running) },
  ];
}

function standing(state: SchemaState, appliedBy: string | null): Finding {
  const { missingTables, otherTables, indexes, documents } = state;
  if (otherTables.length > 0)
    return broken(
      'Applied',
      `${listed(otherTables)} in ClickHouse ${otherTables.length === 1 ? 'has' : 'have'} the layout of another version.`,
      'Stop the portal, drop these tables, start it, and run npm run rebuild -- --accept.',
    );
  if (isApplied(state))
    return well(
      'Applied',
      `Everything that version ${productVersion} wants is there: ${counted(wantedSchema.tables.length, 'table')}, ${counted(wantedSchema.indexes.length, 'index', 'indexes')}.`,
    );
  const lacking = [
    ...(missingTables.length === 0 ? [] : [`${counted(missingTables.length, 'table')} (${listed(missingTables)})`]),
    ...(indexes.length === 0 ? [] : [`${counted(indexes.length, 'index', 'indexes')} (${listed(indexes)})`]),
    ...documents,
  ];
  const by = appliedBy === null ? 'No schema step has run yet' : `Version ${appliedBy} applied the newest schema`;
  return attention(
    'Applied',
    `${by}; version ${productVersion} wants more: ${listed(lacking)}.`,
    'Run the schema step: operations, The schema step.',
  );
}

function readModels({ readModels: changed }: SchemaState): Finding {
  if (changed.length === 0) return well('Read models', 'Built with the shapes that this version declares.');
  return attention(
    'Read models',
    `${listed(changed)} ${changed.length === 1 ? 'was' : 'were'} last built with another shape than this version declares.`,
    changed.length === 1
      ? `npm run rebuild -- --only ${changed[0]} compares; with --accept it also switches.`
      : 'npm run rebuild compares; with --accept it also switches.',
  );
}

/** Versions of the processes that said lately that they run, and how many there are. */
async function runningVersions({ mongo, now }: Examined): Promise<{ versions: string[]; processes: number }> {
  const since = new Date(now().getTime() - silentAfterMs);
  const notes = await processNotesOf(mongo.db('ops'))
    .find({ at: { $gt: since } })
    .toArray();
  return { versions: [...new Set(notes.map(({ version }) => version))].sort(), processes: notes.length };
}

/** What it would do to bring what runs to the version that looks. */
function upgrade(state: SchemaState, { versions, processes }: { versions: string[]; processes: number }): Finding {
  const steps = [
    ...(state.missingTables.length === 0 ? [] : [`makes ${counted(state.missingTables.length, 'table')}`]),
    ...(state.otherTables.length === 0
      ? []
      : [`needs ${counted(state.otherTables.length, 'table')} dropped and rebuilt (${listed(state.otherTables)})`]),
    ...(state.indexes.length === 0 ? [] : [`makes ${counted(state.indexes.length, 'index', 'indexes')}`]),
    ...state.documents.map((lacks) => `completes ${lacks}`),
    ...(state.readModels.length === 0 ? [] : [`wants a rebuild of ${listed(state.readModels)}`]),
  ];
  const doing = steps.length === 0 ? 'needs neither schema work nor a rebuild' : listed(steps, 8);
  const others = versions.filter((version) => version !== productVersion);
  if (processes === 0)
    return unknown('To this version', `No process of the portal runs. A start of version ${productVersion} ${doing}.`);
  if (others.length === 0 && steps.length === 0)
    return well(
      'To this version',
      `${counted(processes, 'process', 'processes')} of version ${productVersion} run, and nothing waits for an upgrade.`,
    );
  const from = others.length === 0 ? 'another build of this version' : `version ${listed(others)}`;
  return attention(
    'To this version',
    `An upgrade from ${from} to ${productVersion} ${doing}.`,
    'Back up first: operations, Upgrades.',
  );
}
