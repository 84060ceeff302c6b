import type { DevOpsTree } from '@superscope/contracts/dev-ops';
import type { WorkItem } from '@superscope/contracts/work';
import { lagsAfterSeconds } from './containers-tree.js';
import type { Finding, Looked, OwnCheck } from '../platform/checks/own-checks.js';
import { counted, durationText } from './tree-nodes.js';

const systemHealth = { name: 'System health', path: '/operations/system-health', right: 'operations.read' } as const;
const backgroundWork = { name: 'Background work', path: '/operations/background-work', right: 'work.read' } as const;

const fires = (said: string): Finding => ({ state: 'fires', said });
const pending = (said: string): Finding => ({ state: 'pending', said });
const engineNames = {
  eventStore: 'the event store',
  mongo: 'MongoDB',
  clickhouse: 'ClickHouse',
  vault: 'the key vault',
};

/** A check of what the page System health shows. */
const onSystemHealth = (name: string, looksAt: string, look: OwnCheck['look']): OwnCheck => ({
  name,
  page: systemHealth,
  looksAt,
  look,
});

const engineCheck = (name: keyof typeof engineNames): OwnCheck => ({
  ...onSystemHealth(`${name[0]!.toUpperCase()}${name.slice(1)}Away`, `${engineNames[name]} answers`, ({ health }) =>
    health.engines.some((each) => each.name === name && !each.reachable)
      ? fires(`${engineNames[name]} does not answer`)
      : null,
  ),
  title: `${engineNames[name].replace(/^the (.)/, (_, letter: string) => letter.toUpperCase())} away`,
  needsNoMongo: true,
});

/** Read models this far behind need somebody. */
const farBehindSeconds = 5 * 60;
/** Days before which a token that is about to expire should be replaced. */
const replaceTokenDays = 7;

/** Throws if it could not be told how far behind they are, because the event store is away. */
function behind(what: string, seconds: number | null): Finding | null {
  if (seconds === null) throw new Error('It is not known how far behind they are.');
  if (seconds <= lagsAfterSeconds) return null;
  const said = `${what} ${durationText(seconds)} behind`;
  return seconds > farBehindSeconds ? fires(said) : pending(`${said}, fires after ${durationText(farBehindSeconds)}`);
}

/** Exports have a check of their own, because other people see to them. */
const exportKind: WorkItem['kind'] = 'salesforceExport';

/** Throws if batch jobs could not be read, because nothing is known of them then. */
function readBatches({ batches }: Looked): DevOpsTree {
  if (batches === null) throw new Error('Batch jobs could not be read.');
  return batches;
}

/** A check of what failed and needs somebody, by the names that it has on every screen. */
const failedCheck = (name: string, looksAt: string, one: string, isOf: (kind: string) => boolean): OwnCheck => ({
  name,
  page: backgroundWork,
  looksAt,
  look: (at) => {
    const jobs = readBatches(at).children.flatMap(({ id, children }) => (isOf(id) ? children : []));
    const parts = jobs.flatMap(({ id, label, description, state }) =>
      state === 'failed' ? [{ key: id, label, description }] : [],
    );
    if (parts.length === 0) return null;
    return { ...fires(`${parts.length === 1 ? parts[0]!.label : counted(parts.length, one)} failed`), parts };
  },
});

/** The checks of what the portal runs on. */
export const usualChecks: readonly OwnCheck[] = [
  engineCheck('eventStore'),
  engineCheck('mongo'),
  engineCheck('clickhouse'),
  engineCheck('vault'),
  onSystemHealth('ProjectorDown', 'a projector runs', ({ health }) =>
    health.projectors === 0 ? fires('no projector runs, so new data does not appear') : null,
  ),
  onSystemHealth('ProjectorBehind', `read models are less than ${lagsAfterSeconds} s behind`, ({ health }) =>
    behind('read models are', health.secondsBehind),
  ),
  onSystemHealth('RelayBehind', `Kafka is less than ${lagsAfterSeconds} s behind`, ({ health: { relay } }) =>
    relay === null ? null : behind('Kafka is', relay.secondsBehind),
  ),
  {
    name: 'DeadLetters',
    page: { name: 'Dead letters', path: '/operations/dead-letters', right: 'operations.read' },
    looksAt: 'every event could be applied',
    look: ({ health: { deadLetters } }) =>
      deadLetters.waiting === 0 ? null : fires(`${counted(deadLetters.waiting, 'event')} could not be applied`),
  },
  failedCheck('WorkFailed', 'no background work failed', 'job', (kind) => kind !== exportKind),
  failedCheck('SalesforceExportFailed', 'no export to Salesforce failed', 'export', (kind) => kind === exportKind),
  {
    name: 'ClockFailed',
    page: backgroundWork,
    looksAt: 'everything ran by the clock',
    look: (at) => {
      const late = readBatches(at).summary.find(({ state }) => state === 'attention');
      return late === undefined ? null : fires(late.sentence);
    },
  },
  onSystemHealth('RebuildFailed', 'the newest rebuild went well', ({ health: { rebuild } }) => {
    if (rebuild?.state === 'failed') return fires('the newest rebuild failed');
    if (rebuild?.state === 'silent') return fires('the newest rebuild says nothing');
    if (rebuild?.state === 'differs')
      return fires(`the newest rebuild found ${counted(rebuild.differences, 'difference')}`);
    return null;
  }),
  {
    name: 'MailFailed',
    page: { name: 'Outbox', path: '/operations/outbox', right: 'operations.read' },
    looksAt: 'mail servers accepted every mail of 30 days',
    look: ({ health: { outbox } }) =>
      outbox.failed === 0 ? null : pending(`${counted(outbox.failed, 'mail')} of 30 days could not be sent`),
  },
  onSystemHealth('HistoryDiffers', 'the history equals its signed heads', ({ health: { proof } }) => {
    if (proof.last?.difference) return fires('the history differs from what was signed');
    return proof.failedAt === null ? null : fires('the history could not be compared with what was signed');
  }),
  onSystemHealth('HistoryNotCompared', 'the history was compared within a day', ({ health: { proof } }) =>
    proof.daysWithout !== null && proof.daysWithout >= 2
      ? pending(`the history was not compared for ${counted(proof.daysWithout, 'day')}`)
      : null,
  ),
  onSystemHealth('ProofDiffers', 'replays equal what was shown', ({ health: { history } }) =>
    history.proofs.differing === 0
      ? null
      : fires(`${counted(history.proofs.differing, 'replay')} differed from what was shown`),
  ),
  onSystemHealth('DigestsMissed', 'last night’s digests were kept', ({ health: { history } }) =>
    history.digests?.missed ? pending(`${counted(history.digests.missed, 'digest')} of last night are missing`) : null,
  ),
  onSystemHealth('UnknownProxy', 'only named proxies forward', ({ health: { unknownProxies } }) => {
    if (unknownProxies.length === 0) return null;
    const parts = unknownProxies.map(({ address, requests, header }) => ({
      label: address,
      description: `${counted(requests, 'request')} with ${header}`,
    }));
    return { ...pending(`${counted(parts.length, 'sender')} forwards without being named as a proxy`), parts };
  }),
  onSystemHealth('TokenExpires', 'applications’ tokens last a week or more', ({ health: { expiringTokens } }) => {
    const parts = expiringTokens
      .filter(({ daysLeft }) => daysLeft < replaceTokenDays)
      .map(({ label, daysLeft }) => ({ label, description: `${counted(daysLeft, 'day')} left` }));
    if (parts.length === 0) return null;
    const expire = parts.length === 1 ? 'expires' : 'expire';
    return { ...pending(`${counted(parts.length, 'token')} of applications ${expire} within a week`), parts };
  }),
];
