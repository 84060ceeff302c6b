import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Gauge, register } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serveMetrics } from './metrics-server.js';

describe('the metrics of a process', () => {
  // Specs of one thread share the registry, and modules register their metrics when they are imported.
  register.clear();
  const server = serveMetrics(0, '127.0.0.1');
  let url: string;
  beforeAll(async () => {
    if (!server.listening) await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => register.removeSingleMetric('superscope_of_an_engine'));
  afterAll(() => {
    server.close();
    register.clear();
  });

  it('include its memory, in the format of Prometheus', async () => {
    const answer = await fetch(`${url}/metrics`);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(await answer.text()).toMatch(/^superscope_process_resident_memory_bytes \d+/m);
  });

  it('are unavailable while an engine that a metric queries is down, and the process continues', async () => {
    new Gauge({ name: 'superscope_of_an_engine', help: 'away', collect: () => Promise.reject(new Error('away')) });
    expect((await fetch(`${url}/metrics`)).status).toBe(503);
    expect(await (await fetch(`${url}/health`)).text()).toBe('ok');
  });

  it('are the only page besides health', async () => {
    expect((await fetch(`${url}/`)).status).toBe(404);
  });
});
