import { describe, it } from 'vitest';
import { given } from '../given.js';
import {
  providerStream,
  recordProvider,
  removeLogo,
  uploadLogo,
  type ProviderEvent,
  type ProviderLogo,
} from './provider.js';

const wattle = { providerId: 'WATTLE', name: 'Wattle Advice', abn: '53004085616' };
const registered: ProviderEvent = { type: 'ProviderRegistered', data: wattle };

describe('a provider', () => {
  it('is registered once', () => {
    given(providerStream).when(recordProvider(wattle)).then(registered);
    given(providerStream, registered).when(recordProvider(wattle)).then();
  });

  it('is revised when a field is given, changed or cleared', () => {
    const without = { ...wattle, abn: null };
    given(providerStream, registered)
      .when(recordProvider(without))
      .then({ type: 'ProviderDetailsRevised', data: without });
  });

  it('keeps its state when an event of a later release follows', () =>
    given(providerStream, registered, { type: 'ProviderRated', data: {} } as unknown as ProviderEvent)
      .when(recordProvider(wattle))
      .then());

  it('has the newest logo that was uploaded until it is removed', () => {
    const logo = (sha256: string): ProviderLogo => ({ providerId: 'WATTLE', type: 'image/png', sha256, bytes: 900 });
    const uploaded = (sha256: string): ProviderEvent => ({ type: 'ProviderLogoUploaded', data: logo(sha256) });
    const removed: ProviderEvent = { type: 'ProviderLogoRemoved', data: { providerId: 'WATTLE' } };
    given(providerStream, registered)
      .when(uploadLogo(logo('a')))
      .then(uploaded('a'));
    given(providerStream, registered, uploaded('a'))
      .when(uploadLogo(logo('a')))
      .then();
    given(providerStream, registered, uploaded('a'), uploaded('b'), { type: 'ProviderDetailsRevised', data: wattle })
      .when(uploadLogo(logo('b')))
      .then();
    given(providerStream, registered, uploaded('a')).when(removeLogo).then(removed);
    given(providerStream, registered, uploaded('a'), removed)
      .when(removeLogo)
      .thenRefuses('not-found', 'This provider has no logo.');
    given(providerStream)
      .when(uploadLogo(logo('a')))
      .thenRefuses('not-found', 'There is no such provider.');
  });
});
