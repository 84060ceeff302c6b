// The containers' health check. `node healthy.mjs PORT PATH` exits with 0 if that address answers 2xx within 4 seconds.
const [port, path] = process.argv.slice(2);
const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(4_000) }).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
