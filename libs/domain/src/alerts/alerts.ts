import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { count, id, instant, listOf, oneOf, record, text } from '../shape.js';
import { assertReason } from '../work-failure/work-failure.js';

/** What an address understands. */
export const addressForms = ['mail', 'json', 'slack', 'teams'] as const;
export type AddressForm = (typeof addressForms)[number];

/**
 * Where alerts go. The address of a webhook is a secret, because whoever knows it can post there, so it is encrypted with a key of its own,
 * which is destroyed with the address.
 */
export interface AlertAddress {
  addressId: string;
  form: AddressForm;
  /** Which key signs its messages. It rises each time another one is made; the key itself is nowhere stored. */
  keyVersion: number;
  personal: {
    /** What people call it. */
    name: string;
    /** A mail address, or the address of a webhook. */
    where: string;
  };
}

export type AlertEvent =
  | DomainEvent<'AlertAddressAdded', Omit<AlertAddress, 'keyVersion'> & { by: string }>
  | DomainEvent<'AlertAddressRemoved', { addressId: string; by: string }>
  | DomainEvent<'AlertKeyReplaced', { addressId: string; keyVersion: number; by: string }>
  /** Somebody has an alert in hand as it began at `since`; `covers` are digests of what concerned it then. */
  | DomainEvent<
      'AlertAcknowledged',
      {
        check: string;
        since: string;
        covers: readonly string[];
        by: string;
        at: string;
        personal: { reason: string };
      }
    >
  | DomainEvent<'AlertGivenBack', { check: string; by: string }>
  | DomainEvent<'AlertMuted', { check: string; until: string; by: string; at: string; personal: { reason: string } }>
  | DomainEvent<'AlertUnmuted', { check: string; by: string }>;

export interface Acknowledged {
  since: string;
  covers: readonly string[];
  by: string;
  at: string;
  reason: string;
}

export interface Muted {
  /** Instant, UTC. */
  until: string;
  by: string;
  at: string;
  reason: string;
}

export interface Alerts {
  /** In the order in which they were added. */
  addresses: readonly AlertAddress[];
  /** Ids of addresses that there were. */
  removed: readonly string[];
  /** By the name of the check. */
  acknowledged: Readonly<Record<string, Acknowledged>>;
  muted: Readonly<Record<string, Muted>>;
}

const mostAddresses = 20;
export const mostMutedDays = 7;
const dayMs = 24 * 60 * 60_000;

const without = <Value>(all: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(all).filter(([each]) => each !== key));

/** Who hears of alerts, and who has which in hand: one stream. */
export const alertsStream: StreamDefinition<Alerts, AlertEvent> = {
  category: 'alerts',
  initial: { addresses: [], removed: [], acknowledged: {}, muted: {} },
  shapes: {
    AlertAddressAdded: {
      addressId: id,
      form: oneOf(addressForms),
      by: id,
      personal: record({ name: text, where: text }),
    },
    AlertAddressRemoved: { addressId: id, by: id },
    AlertKeyReplaced: { addressId: id, keyVersion: count, by: id },
    AlertAcknowledged: {
      check: id,
      since: instant,
      covers: listOf(text),
      by: id,
      at: instant,
      personal: record({ reason: text }),
    },
    AlertGivenBack: { check: id, by: id },
    AlertMuted: { check: id, until: instant, by: id, at: instant, personal: record({ reason: text }) },
    AlertUnmuted: { check: id, by: id },
  },
  personOf: {
    AlertAddressAdded: ({ addressId }) => addressId,
    AlertAcknowledged: ({ by }) => by,
    AlertMuted: ({ by }) => by,
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'AlertAddressAdded': {
        const { addressId, form, personal } = event.data;
        return { ...state, addresses: [...state.addresses, { addressId, form, personal, keyVersion: 1 }] };
      }
      case 'AlertAddressRemoved': {
        const { addressId } = event.data;
        const addresses = state.addresses.filter((each) => each.addressId !== addressId);
        return { ...state, addresses, removed: [...state.removed, addressId] };
      }
      case 'AlertKeyReplaced': {
        const { addressId, keyVersion } = event.data;
        const addresses = state.addresses.map((each) =>
          each.addressId === addressId ? { ...each, keyVersion } : each,
        );
        return { ...state, addresses };
      }
      case 'AlertAcknowledged': {
        const { check, since, covers, by, at, personal } = event.data;
        const acknowledged = { since, covers, by, at, reason: personal.reason };
        return { ...state, acknowledged: { ...state.acknowledged, [check]: acknowledged } };
      }
      case 'AlertGivenBack':
        return { ...state, acknowledged: without(state.acknowledged, event.data.check) };
      case 'AlertMuted': {
        const { check, until, by, at, personal } = event.data;
        return { ...state, muted: { ...state.muted, [check]: { until, by, at, reason: personal.reason } } };
      }
      case 'AlertUnmuted':
        return { ...state, muted: without(state.muted, event.data.check) };
      default:
        return state;
    }
  },
};

type Decides = Decision<Alerts, AlertEvent>;

/** Adds an address. The same one in the same form is refused, because it would be told twice. */
export const addAddress =
  (address: Omit<AlertAddress, 'keyVersion'>, by: string): Decides =>
  ({ addresses }) => {
    if (addresses.some(({ addressId }) => addressId === address.addressId)) return [];
    if (addresses.some(({ form, personal }) => form === address.form && personal.where === address.personal.where))
      throw new RuleViolation('conflict', 'Alerts go to this address already.');
    if (addresses.length >= mostAddresses)
      throw new RuleViolation('conflict', `Alerts go to at most ${mostAddresses} addresses.`);
    return [{ type: 'AlertAddressAdded', data: { ...address, by } }];
  };

export const removeAddress =
  (addressId: string, by: string): Decides =>
  ({ addresses }) =>
    addresses.some((each) => each.addressId === addressId)
      ? [{ type: 'AlertAddressRemoved', data: { addressId, by } }]
      : [];

/** Makes another key of an address; messages are signed with it from now on. */
export const replaceKey =
  (addressId: string, by: string): Decides =>
  ({ addresses }) => {
    const found = addresses.find((each) => each.addressId === addressId);
    if (found === undefined) throw new RuleViolation('not-found', 'There is no such address.');
    if (found.form === 'mail') throw new RuleViolation('conflict', 'Mails are not signed with a key.');
    return [{ type: 'AlertKeyReplaced', data: { addressId, keyVersion: found.keyVersion + 1, by } }];
  };

/** Takes an alert in hand as it stands. Another person may take it over; the same one again writes nothing. */
export const acknowledgeAlert =
  (check: string, given: Acknowledged): Decides =>
  ({ acknowledged }) => {
    const { reason, ...rest } = given;
    assertReason(reason);
    const now = acknowledged[check];
    const isSame = now?.since === given.since && now.by === given.by && now.reason === reason.trim();
    if (isSame && given.covers.every((each) => now.covers.includes(each))) return [];
    return [{ type: 'AlertAcknowledged', data: { check, ...rest, personal: { reason: reason.trim() } } }];
  };

export const giveBackAlert =
  (check: string, by: string): Decides =>
  ({ acknowledged }) =>
    check in acknowledged ? [{ type: 'AlertGivenBack', data: { check, by } }] : [];

/** Tells nobody of a check until an instant, a week ahead at most. */
export const muteAlert =
  (check: string, { until, by, at, reason }: Muted): Decides =>
  () => {
    assertReason(reason);
    if (until <= at) throw new RuleViolation('invalid', 'This time is over already.');
    if (Date.parse(until) - Date.parse(at) > mostMutedDays * dayMs)
      throw new RuleViolation('invalid', `An alert is muted for at most ${mostMutedDays} days.`);
    return [{ type: 'AlertMuted', data: { check, until, by, at, personal: { reason: reason.trim() } } }];
  };

export const unmuteAlert =
  (check: string, by: string): Decides =>
  ({ muted }) =>
    check in muted ? [{ type: 'AlertUnmuted', data: { check, by } }] : [];

/** Whether an acknowledgement is of what there is now: the same alert, and nothing that has come to it since. */
export const isInHand = (
  acknowledged: Acknowledged | undefined,
  since: string,
  concerns: readonly string[],
): acknowledged is Acknowledged =>
  acknowledged !== undefined &&
  acknowledged.since === since &&
  concerns.every((each) => acknowledged.covers.includes(each));

/** Whether a check is muted at an instant. */
export const isMutedAt = (muted: Muted | undefined, now: string): muted is Muted =>
  muted !== undefined && muted.until > now;
