import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, register } from 'prom-client';

/** Answers Prometheus on /metrics, and checks of this process's health on /health. */
export function serveMetrics(port: number, host: string): Server {
  collectDefaultMetrics({ prefix: 'superscope_' });
  return createServer((request, response) => {
    if (request.url === '/health') response.end('ok');
    else if (request.url === '/metrics')
      register.metrics().then(
        (text) => response.setHeader('Content-Type', register.contentType).end(text),
        // Some figures come from an engine, which may be away. A failed query must not end the process.
        () => response.writeHead(503).end(),
      );
    else response.writeHead(404).end();
  }).listen(port, host);
}
