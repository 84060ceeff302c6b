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

const engineCheck = (name: keyof typeof engineNames): OwnCheck => ({
  name: `${name[0]!.toUpperCase()}${name.slice(1)}Away`,
  title: `${engineNames[name].replace(/^the (.)/, (_, letter: string) => letter.toUpperCase())} away`,
  page: systemHealth,
  looksAt: `${engineNames[name]} answers`,
  needsNoMongo: true,
  look: ({ health }) =>
    health.engines.some((each) => each.name === name && !each.reachable)
      ? fires(`${engineNames[name]} does not answer`)
      : null,
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

const unread = new Error('Batch jobs could not be read.');

/** Exports have a check of their own, because other people see to them. */
const exportKind: WorkItem['kind'] = 'salesforceExport';

/**
 * What failed and needs somebody, by the names that it has on every screen. Throws if batch jobs could not be read, because nothing is known
 * of them then.
 */
function failedJobs({ batches }: Looked, isOf: (kind: string) => boolean) {
  if (batches === null) throw unread;
  return batches.children
    .filter(({ id }) => isOf(id))
    .flatMap((group) =>
      group.children.flatMap(({ id, label, description, state }) =>
        state === 'failed' ? [{ key: id, label, description }] : [],
      ),
    );
}

function failedFinding(parts: NonNullable<Finding['parts']>, one: string): Finding | null {
  if (parts.length === 0) return null;
  const said = parts.length === 1 ? `${parts[0]!.label} failed` : `${counted(parts.length, one)} failed`;
  return { state: 'fires', said, parts };
}

/** The checks of what the portal runs on. */
export const usualChecks: readonly OwnCheck[] = [
  engineCheck('eventStore'),
  engineCheck('mongo'),
  engineCheck('clickhouse'),
  engineCheck('vault'),
  {
    name: 'ProjectorDown',
    page: systemHealth,
    looksAt: 'a projector runs',
    look: ({ health }) => (health.projectors === 0 ? fires('no projector runs, so new data does not appear') : null),
  },
  {
    name: 'ProjectorBehind',
    page: systemHealth,
    looksAt: `read models are less than ${lagsAfterSeconds} s behind`,
    look: ({ health }) => behind('read models are', health.secondsBehind),
  },
  {
    name: 'RelayBehind',
    page: systemHealth,
    looksAt: `Kafka is less than ${lagsAfterSeconds} s behind`,
    look: ({ health: { relay } }) => (relay === null ? null : behind('Kafka is', relay.secondsBehind)),
  },
  {
    name: 'DeadLetters',
    page: { name: 'Dead letters', path: '/operations/dead-letters', right: 'operations.read' },
    looksAt: 'every event could be applied',
    look: ({ health: { deadLetters } }) =>
      deadLetters.waiting === 0 ? null : fires(`${counted(deadLetters.waiting, 'event')} could not be applied`),
  },
  {
    name: 'WorkFailed',
    page: backgroundWork,
    looksAt: 'no background work failed',
    look: (at) =>
      failedFinding(
        failedJobs(at, (kind) => kind !== exportKind),
        'job',
      ),
  },
  {
    name: 'SalesforceExportFailed',
    page: backgroundWork,
    looksAt: 'no export to Salesforce failed',
    look: (at) =>
      failedFinding(
        failedJobs(at, (kind) => kind === exportKind),
        'export',
      ),
  },
  {
    name: 'ClockFailed',
    page: backgroundWork,
    looksAt: 'everything ran by the clock',
    look: ({ batches }) => {
      if (batches === null) throw unread;
      const late = batches.summary.find(({ state }) => state === 'attention');
      return late === undefined ? null : fires(late.sentence);
    },
  },
  {
    name: 'RebuildFailed',
    page: systemHealth,
    looksAt: 'the newest rebuild went well',
    look: ({ health: { rebuild } }) => {
      if (rebuild?.state === 'failed') return fires('the newest rebuild failed');
      if (rebuild?.state === 'silent') return fires('the newest rebuild says nothing');
      if (rebuild?.state === 'differs')
        return fires(`the newest rebuild found ${counted(rebuild.differences, 'difference')}`);
      return null;
    },
  },
  {
    name: 'MailFailed',
    page: { name: 'Outbox', path: '/operations/outbox', right: 'operations.read' },
    looksAt: 'mail servers accepted every mail of 30 days',
    look: ({ health: { outbox } }) =>
      outbox.failed === 0 ? null : pending(`${counted(outbox.failed, 'mail')} of 30 days could not be sent`),
  },
  {
    name: 'HistoryDiffers',
    page: systemHealth,
    looksAt: 'the history equals its signed heads',
    look: ({ health: { proof } }) =>
      proof.last?.difference
        ? fires('the history differs from what was signed')
        : proof.failedAt !== null
          ? fires('the history could not be compared with what was signed')
          : null,
  },
  {
    name: 'HistoryNotCompared',
    page: systemHealth,
    looksAt: 'the history was compared within a day',
    look: ({ health: { proof } }) =>
      proof.daysWithout !== null && proof.daysWithout >= 2
        ? pending(`the history was not compared for ${counted(proof.daysWithout, 'day')}`)
        : null,
  },
  {
    name: 'ProofDiffers',
    page: systemHealth,
    looksAt: 'replays equal what was shown',
    look: ({ health: { history } }) =>
      history.proofs.differing === 0
        ? null
        : fires(`${counted(history.proofs.differing, 'replay')} differed from what was shown`),
  },
  {
    name: 'DigestsMissed',
    page: systemHealth,
    looksAt: 'last night’s digests were kept',
    look: ({ health: { history } }) =>
      (history.digests?.missed ?? 0) === 0
        ? null
        : pending(`${counted(history.digests!.missed!, 'digest')} of last night are missing`),
  },
  {
    name: 'UnknownProxy',
    page: systemHealth,
    looksAt: 'only named proxies forward',
    look: ({ health: { unknownProxies } }) =>
      unknownProxies.length === 0
        ? null
        : {
            state: 'pending',
            said: `${counted(unknownProxies.length, 'sender')} forwards without being named as a proxy`,
            parts: unknownProxies.map(({ address, requests, header }) => ({
              label: address,
              description: `${counted(requests, 'request')} with ${header}`,
            })),
          },
  },
  {
    name: 'TokenExpires',
    page: systemHealth,
    looksAt: 'applications’ tokens last a week or more',
    look: ({ health: { expiringTokens } }) => {
      const soon = expiringTokens.filter(({ daysLeft }) => daysLeft < replaceTokenDays);
      return soon.length === 0
        ? null
        : {
            state: 'pending',
            said: `${counted(soon.length, 'token')} of applications ${soon.length === 1 ? 'expires' : 'expire'} within a week`,
            parts: soon.map(({ label, daysLeft }) => ({ label, description: `${counted(daysLeft, 'day')} left` })),
          };
    },
  },
];
