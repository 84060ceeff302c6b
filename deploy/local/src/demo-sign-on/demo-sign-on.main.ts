import { parseArgs } from 'node:util';
import { handedSocket, socketOf } from '@superscope/embedded/supervisor/listening-socket';
import { demoPeople } from './demo-people.js';
import { startDemoProvider } from './demo-provider.js';

// The demo's identity provider as a process of `npm start`. Its settings are for this process alone.
const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing.`);
  return value;
};
const handed = handedSocket(process.env);
const provider = await startDemoProvider({
  listen: handed ?? { port: Number(values.port) },
  clientId: setting('OIDC_CLIENT_ID'),
  clientSecret: setting('OIDC_CLIENT_SECRET'),
  redirectUri: new URL('/api/authentication/staff/callback', setting('SUPERSCOPE_PUBLIC_URL')).href,
  people: demoPeople,
  password: setting('SUPERSCOPE_DEMO_PASSWORD'),
});
// The supervisor keeps the socket, so that no other program can take the port and receive passwords.
process.send?.({ ready: true, url: provider.url }, handed === null ? socketOf(provider.server) : undefined);
const end = () => void provider.stop().then(() => process.exit(0));
process.on('SIGTERM', end);
process.on('SIGINT', () => undefined);
process.on('disconnect', end);
