import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { server } from './server';

// A busy machine may take a while to load a page's code, so the timeout is generous. It measures nothing.
// `defaultHidden` finds roles without computing the styles of every ancestor. Closed parts are not in the document anyway.
configure({ asyncUtilTimeout: 8000, defaultHidden: true });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  sessionStorage.clear();
  localStorage.clear();
});
afterAll(() => server.close());
