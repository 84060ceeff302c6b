import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { prometheusTree } from './monitors-tree.js';
import { Prometheus } from './prometheus.js';

type Play = (request: IncomingMessage, response: ServerResponse) => void;

let stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
  stops = [];
});

/** A server in the place of Prometheus. */
async function playing(alerts: Play, rules: Play = alerts): Promise<string> {
  const server = createServer((request, response) =>
    request.url!.startsWith('/api/v1/alerts') ? alerts(request, response) : rules(request, response),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  stops.push(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const says =
  (body: unknown, status = 200): Play =>
  (_, response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

const lag = {
  labels: { alertname: 'ProjectorLag', severity: 'ticket', instance: 'projector-0:9100', member: 'LINDGREN' },
  annotations: { summary: 'Read models are late', runbook: 'docs/operations.md' },
  state: 'pending',
  activeAt: '2026-11-26T09:39:07.123456789Z',
  value: '4.2e+01',
};
const down = {
  labels: { alertname: 'ApiDown', severity: 'page' },
  annotations: { summary: 'No api answers' },
  state: 'firing',
  activeAt: '2026-11-26T09:40:00Z',
};
const alerts = says({ status: 'success', data: { alerts: [lag, down] } });
const rules = says({
  status: 'success',
  data: {
    groups: [
      {
        name: 'superscope',
        rules: [
          { type: 'alerting', name: 'ProjectorLag', health: 'ok', state: 'pending', alerts: [lag] },
          { type: 'alerting', name: 'ApiDown', health: 'ok', state: 'firing' },
          { type: 'alerting', name: 'DeadLetters', health: 'ok', state: 'inactive' },
          { type: 'alerting', name: 'EngineDown', health: 'err', lastError: 'many-to-many', state: 'inactive' },
          { type: 'recording', name: 'job:up', health: 'ok' },
        ],
      },
    ],
  },
});

describe('alerts of Prometheus', () => {
  it('are read with those of its rules that are quiet, what fires first', async () => {
    const url = await playing(alerts, rules);
    const tree = prometheusTree(await new Prometheus(url).read(), 'prometheus:9090');
    expect(tree).toMatchObject({
      label: 'Monitor Alerts',
      description: 'Prometheus at prometheus:9090',
      summary: [{ text: '1 fires' }, { text: '2 pending' }, { text: '1 quiet' }],
    });
    expect(tree.children.map(({ label, state, description }) => [label, state, description])).toEqual([
      ['ApiDown', 'failed', 'No api answers'],
      ['EngineDown', 'attention', 'Prometheus cannot evaluate it'],
      ['ProjectorLag', 'attention', 'Read models are late'],
      ['Quiet', 'well', '1 rule, Prometheus at prometheus:9090'],
    ]);
    expect(tree.children[2]).toMatchObject({
      value: 'pending',
      at: { reads: 'since', instant: '2026-11-26T09:39:07.123Z' },
      children: [{ label: 'projector-0:9100', value: 'ticket' }],
    });
    expect(tree.children[3]!.children.map(({ label }) => label)).toEqual(['DeadLetters']);
  });

  it('show no label but those that say where', async () => {
    const url = await playing(alerts, rules);
    const tree = prometheusTree(await new Prometheus(url).read(), 'prometheus:9090');
    expect(JSON.stringify(tree)).not.toContain('LINDGREN');
  });

  it('are shown without the quiet ones if it does not tell its rules', async () => {
    const url = await playing(alerts, says({ status: 'error', error: 'no' }, 503));
    const answer = await new Prometheus(url).read();
    expect(answer.rules).toBeNull();
    const tree = prometheusTree(answer, 'prometheus:9090');
    expect(tree.description).toBe('Prometheus at prometheus:9090, which does not tell its rules');
    expect(tree.children.map(({ label }) => label)).toEqual(['ApiDown', 'ProjectorLag']);
  });

  it('are asked for with the name and password of the address, which nobody is shown', async () => {
    let asked: string | undefined;
    const url = await playing((request, response) => {
      asked = request.headers.authorization;
      alerts(request, response);
    });
    const prometheus = new Prometheus(url.replace('//', '//superscope:s%C3%A9cret@'));
    await prometheus.read();
    expect(asked).toBe(`Basic ${Buffer.from('superscope:sécret').toString('base64')}`);
    expect(prometheus.place).toBe(new URL(url).host);
  });

  it('are asked for below the path of the address', async () => {
    const paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url!);
      (request.url!.includes('alerts') ? alerts : rules)(request, response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    stops.push(() => new Promise((done) => server.close(done)));
    await new Prometheus(`http://127.0.0.1:${(server.address() as AddressInfo).port}/prometheus`).read();
    server.closeAllConnections();
    expect(paths.toSorted()).toEqual(['/prometheus/api/v1/alerts', '/prometheus/api/v1/rules?type=alert']);
  });
});

describe('a Prometheus that', () => {
  it.each<[string, Play, string]>([
    ['fails', says({ status: 'error' }, 500), 'It answers with status 500.'],
    [
      'sends elsewhere',
      (_, response) => void response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
      'It answers with status 302.',
    ],
    [
      'answers with a page',
      (_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html>'),
      'What it answers is not what Prometheus answers.',
    ],
    [
      'answers with other JSON',
      says({ status: 'success', data: { alerts: [{ state: 'on fire' }] } }),
      'What it answers is not what Prometheus answers.',
    ],
    ['does not answer', () => undefined, 'It does not answer within 0.2 seconds.'],
    [
      'stops in the middle',
      (_, response) => void response.writeHead(200).write('{"status":'),
      'It does not answer within 0.2 seconds.',
    ],
    [
      'hangs up in the middle',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': 1000 }).write('{');
        setImmediate(() => response.destroy());
      },
      'It cannot be reached.',
    ],
    [
      'never ends',
      (_, response) => {
        response.writeHead(200);
        const more = () => response.destroyed || response.write('x'.repeat(10_000), () => void setImmediate(more));
        more();
      },
      'Its answer is too long.',
    ],
  ])('%s is told apart', async (_, play, message) => {
    const prometheus = new Prometheus(await playing(play), { patienceMs: 200, mostBytes: 100_000 });
    await expect(prometheus.read()).rejects.toThrow(message);
  });

  it('is not there is told apart', async () => {
    await expect(new Prometheus('http://127.0.0.1:1').read()).rejects.toThrow('It cannot be reached.');
  });
});
