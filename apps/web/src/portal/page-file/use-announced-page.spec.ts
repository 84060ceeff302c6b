import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useAnnounced } from './use-announced-page';

afterEach(() => Reflect.deleteProperty(document, 'fonts'));

it('A page is announced once the faces of paper are loaded, those of marked letters too', async () => {
  let finish = () => {};
  const loaded = new Promise<void>((resolve) => (finish = resolve));
  const load = vi.fn((_face: string, _text?: string) => loaded);
  Object.defineProperty(document, 'fonts', { configurable: true, value: { load, ready: Promise.resolve() } });
  renderHook(() => useAnnounced('ready'));
  expect(load.mock.calls).toEqual([400, 500, 600, 700].map((weight) => [`${weight} 1em Figtree`, 'aā']));
  expect(document.documentElement.dataset['page']).toBeUndefined();
  finish();
  await waitFor(() => expect(document.documentElement.dataset['page']).toBe('ready'));
});
