import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { server } from './server';

// A busy machine may take a while to load a page's code; this bounds waiting, it measures nothing.
// Roles are looked up without working out the styles of every ancestor: what is closed is not in the document anyway.
configure({ asyncUtilTimeout: 8000, defaultHidden: true });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  sessionStorage.clear();
  localStorage.clear();
});
afterAll(() => server.close());
