import { setupServer } from 'msw/node';
import { HttpResponse, http } from 'msw';

const info = {
  git: { commit: { id: null, time: null } },
  build: { time: null, version: '0.1.0' },
  maintenanceMessage: null,
};

/** Answers every spec can rely on; a spec adds its own in front of them. */
export const server = setupServer(
  http.get('/actuator/info', () => HttpResponse.json(info)),
  http.get('/api/authentication', () => HttpResponse.json({ message: 'Please sign in' }, { status: 401 })),
);
