import { describe, it } from 'vitest';
import { given } from '../given.js';
import { providerStream, recordProvider, type ProviderEvent } from './provider.js';

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
});
