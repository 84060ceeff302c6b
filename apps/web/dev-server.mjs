// Serves the web client from its sources, with what the api serves on the same address. `npm run dev` starts it (deploy/local/src/portal.ts)
// once the api answers at SUPERSCOPE_API.
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const { HOST, PORT, SUPERSCOPE_API: api } = process.env;
const ofApi = '^/(api|cubejs-api|actuator|metrics|pcm|pdf)(?=[/?]|$)';
const isOfApi = new RegExp(ofApi);
const folder = (path) => fileURLToPath(new URL(path, import.meta.url));
/** Vite itself is among the packages, whose folder may be another checkout's. */
const packages = fileURLToPath(new URL('../../..', import.meta.resolve('vite')));

/** How long a request waits for an api that is being started again. */
const longestRestartMs = 60_000;

const apiTakesConnections = () =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(api);
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

async function untilApiIsBack() {
  const end = performance.now() + longestRestartMs;
  while (!(await apiTakesConnections()) && performance.now() < end) await delay(100);
}

/** The headers by which browsers restrict pages: those of the api, with what Vite's scripts need in addition. */
async function pageHeaders(nonce) {
  const { headers } = await fetch(new URL('/actuator/info', api));
  const policy = `${headers.get('content-security-policy')}; script-src 'self' 'nonce-${nonce}'; worker-src 'self' blob:`;
  const others = ['x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy', 'permissions-policy'];
  return { 'content-security-policy': policy, ...Object.fromEntries(others.map((name) => [name, headers.get(name)])) };
}

async function start() {
  const cspNonce = randomBytes(16).toString('base64');
  const headers = await pageHeaders(cspNonce);
  const beforeVite = (request, response, next) => {
    if (isOfApi.test(request.url)) return void untilApiIsBack().then(() => next());
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    next();
  };
  const server = await createServer({
    configFile: folder('vite.config.ts'),
    clearScreen: false,
    html: { cspNonce },
    plugins: [{ name: 'like-the-api', configureServer: ({ middlewares }) => void middlewares.use(beforeVite) }],
    server: {
      host: HOST,
      port: Number(PORT),
      strictPort: true,
      // The api decides which other origins may read its answers.
      cors: false,
      // The api sees the address that the browser named, as behind the proxy of a deployment.
      proxy: { [ofApi]: { target: api, changeOrigin: false } },
      // Not the whole checkout: the data folder with its keys may be in it.
      fs: { allow: [folder('.'), folder('../../libs'), packages] },
    },
  });
  await server.listen();
  return server.resolvedUrls.local[0];
}

start().then(
  (url) => process.send?.({ ready: true, url: url.replace(/\/$/, '') }),
  (error) => {
    process.send?.({ ready: false, error: error.message });
    process.exitCode = 1;
  },
);
