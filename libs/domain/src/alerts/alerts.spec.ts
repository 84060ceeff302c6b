import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import {
  acknowledgeAlert,
  addAddress,
  alertsStream,
  giveBackAlert,
  isInHand,
  isMutedAt,
  muteAlert,
  removeAddress,
  replaceKey,
  unmuteAlert,
  type AlertEvent,
} from './alerts.js';

const at = '2026-11-26T09:41:00.000Z';
const support = {
  addressId: 'a1',
  form: 'mail',
  personal: { name: 'Support', where: 'support@fund.example' },
} as const;
const hook = {
  addressId: 'a2',
  form: 'json',
  personal: { name: 'Ops', where: 'https://ops.fund.example/hook' },
} as const;
const added = (address: typeof support | typeof hook): AlertEvent => ({
  type: 'AlertAddressAdded',
  data: { ...address, by: 'u1' },
});
const inHand = { since: at, covers: ['x'], by: 'u1', at, reason: 'Looking at it' };
const acknowledged = (reason = 'Looking at it', covers = ['x']): AlertEvent => ({
  type: 'AlertAcknowledged',
  data: { check: 'WorkFailed', since: at, covers, by: 'u1', at, personal: { reason } },
});

describe('the addresses of alerts', () => {
  it('are added once each, and removed', () => {
    given(alertsStream).when(addAddress(support, 'u1')).then(added(support));
    given(alertsStream, added(support)).when(addAddress(support, 'u1')).then();
    given(alertsStream, added(support))
      .when(addAddress({ ...support, addressId: 'a3' }, 'u1'))
      .thenRefuses('conflict', 'Alerts go to this address already.');
    given(alertsStream, added(support))
      .when(removeAddress('a1', 'u2'))
      .then({ type: 'AlertAddressRemoved', data: { addressId: 'a1', by: 'u2' } });
    given(alertsStream).when(removeAddress('a1', 'u2')).then();
  });

  it('are twenty at most', () => {
    const many = Array.from({ length: 20 }, (_, n) => ({
      ...support,
      addressId: `b${n}`,
      personal: { name: 'B', where: `b${n}@fund.example` },
    }));
    given(alertsStream, ...many.map((each) => added(each as never)))
      .when(addAddress(support, 'u1'))
      .thenRefuses('conflict', 'Alerts go to at most 20 addresses.');
  });

  it('of webhooks get another key, which those of mails have none of', () => {
    given(alertsStream, added(hook))
      .when(replaceKey('a2', 'u1'))
      .then({ type: 'AlertKeyReplaced', data: { addressId: 'a2', keyVersion: 2, by: 'u1' } });
    given(alertsStream, added(support))
      .when(replaceKey('a1', 'u1'))
      .thenRefuses('conflict', 'Mails are not signed with a key.');
    given(alertsStream).when(replaceKey('a2', 'u1')).thenRefuses('not-found', 'There is no such address.');
  });

  it('are encrypted with a key of their own', () => {
    expect(alertsStream.personOf?.AlertAddressAdded?.({ ...hook, by: 'u1' })).toBe('a2');
  });
});

describe('an alert', () => {
  it('is taken in hand with a sentence, taken over by another person, and given back', () => {
    given(alertsStream).when(acknowledgeAlert('WorkFailed', inHand)).then(acknowledged());
    given(alertsStream, acknowledged()).when(acknowledgeAlert('WorkFailed', inHand)).then();
    given(alertsStream, acknowledged())
      .when(acknowledgeAlert('WorkFailed', { ...inHand, covers: ['x', 'y'] }))
      .then(acknowledged('Looking at it', ['x', 'y']));
    given(alertsStream)
      .when(acknowledgeAlert('WorkFailed', { ...inHand, reason: ' ' }))
      .thenRefuses('invalid', 'Say why in a sentence.');
    given(alertsStream, acknowledged())
      .when(giveBackAlert('WorkFailed', 'u2'))
      .then({ type: 'AlertGivenBack', data: { check: 'WorkFailed', by: 'u2' } });
  });

  it('is in hand only as it was then', () => {
    expect(isInHand(inHand, at, ['x'])).toBe(true);
    expect(isInHand(inHand, at, ['x', 'another batch'])).toBe(false);
    expect(isInHand(inHand, '2026-11-27T00:00:00.000Z', ['x'])).toBe(false);
    expect(isInHand(undefined, at, [])).toBe(false);
  });

  it('is muted with a reason, for a week at most', () => {
    const muted = { until: '2026-12-03T09:41:00.000Z', by: 'u1', at, reason: 'Rolling back' };
    const event: AlertEvent = {
      type: 'AlertMuted',
      data: { check: 'WorkFailed', until: muted.until, by: 'u1', at, personal: { reason: 'Rolling back' } },
    };
    given(alertsStream).when(muteAlert('WorkFailed', muted)).then(event);
    for (const [until, message] of [
      ['2026-12-03T09:41:01.000Z', 'An alert is muted for at most 7 days.'],
      [at, 'This time is over already.'],
    ] as const)
      given(alertsStream)
        .when(muteAlert('WorkFailed', { ...muted, until }))
        .thenRefuses('invalid', message);
    given(alertsStream)
      .when(muteAlert('WorkFailed', { ...muted, reason: '' }))
      .thenRefuses('invalid', 'Say why in a sentence.');
    given(alertsStream, event)
      .when(unmuteAlert('WorkFailed', 'u2'))
      .then({ type: 'AlertUnmuted', data: { check: 'WorkFailed', by: 'u2' } });
    expect([isMutedAt(muted, at), isMutedAt(muted, muted.until), isMutedAt(undefined, at)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
