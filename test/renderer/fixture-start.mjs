// Starts a supervised renderer, from the built files, and waits to be killed.
import { fileURLToPath } from 'node:url';
import { startSupervised } from '../../libs/embedded/dist/supervisor/supervisor.js';

const modulePath = fileURLToPath(new URL('../../apps/renderer/dist/main.js', import.meta.url));
const { url } = await startSupervised({ name: 'renderer', modulePath, args: ['--port', '0'] });
process.send(url);
