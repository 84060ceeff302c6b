import '@testing-library/jest-dom/vitest';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { askBeforeLeaving } from '../portal/leaving/leaving';
import { closedPagesAnswered } from './open-pages';
import { server } from './server';

// A busy machine may take a while to load a page's code, so the timeout is generous. It measures nothing.
// `defaultHidden` finds roles without computing the styles of every ancestor. Closed parts are not in the document anyway.
configure({
  asyncUtilTimeout: 20_000,
  defaultHidden: true,
  getElementError: (message, container) => new NotFound(message ?? '', container),
});

/** An element that is looked for again every 50 ms: the document is printed only for the error that somebody reads. */
class NotFound extends Error {
  override readonly name = 'TestingLibraryElementError';
  constructor(what: string, container: Element | DocumentFragment) {
    super(what);
    Object.defineProperty(this, 'message', { get: () => `${what}\n\n${prettyDOM(container as Element) || ''}` });
  }
}

// Suites share their process with its document and modules, so each begins at the same address and leaves nothing behind.
beforeAll(() => {
  window.history.replaceState(null, '', '/');
  server.listen({ onUnhandledRequest: 'error' });
});
afterEach(async () => {
  cleanup();
  // Files that were brought to a tab are lost with it. Tabs of tests close without a question.
  askBeforeLeaving('imports', null);
  await closedPagesAnswered();
  server.resetHandlers();
  sessionStorage.clear();
  localStorage.clear();
});
afterAll(() => {
  server.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
