// Starts one supervised process the way `npm start` starts the portal's, from the built files.
import { fileURLToPath } from 'node:url';
import { endWithNpm } from '../../deploy/local/end-with-npm.mjs';
import { startSupervised } from '../../libs/embedded/dist/supervisor/supervisor.js';

await endWithNpm();
const modulePath = fileURLToPath(new URL('../../libs/embedded/src/supervisor/fixture-child.mjs', import.meta.url));
const one = await startSupervised({ name: 'fixture', modulePath, args: ['--port', '0'] });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => void one.stop().then(() => process.exit(0)));
console.log('ready');
