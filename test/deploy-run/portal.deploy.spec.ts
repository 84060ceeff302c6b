import { connect as connectTls } from 'node:tls';
import { audienceHeader } from '@superscope/contracts/analytics/audience-header';
import { PortalClient } from '@superscope/local/portal-client';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { until } from '../faults/fault-portal.js';
import { hasText, textOfPages } from '../pdf/text-of.js';
import { Deployment } from './deployment.js';

const deployment = new Deployment(inject('deployment'));
const { url } = deployment.running;
const password = deployment.secret('admin_password');
const staff = new PortalClient(url);
const admin = new PortalClient(url);

interface Plan {
  id: string;
  name: string;
}
let plan: Plan;

beforeAll(async () => {
  await staff.signIn('staff', password);
  await admin.signIn('admin', password);
  const { plans } = (await (await staff.request('/api/plans')).json()) as { plans: Plan[] };
  // Large enough that its figures are published.
  plan = plans.find(({ name }) => name.startsWith('Kestrel'))!;
});

describe('the proxy', () => {
  it('has a certificate for its site, and no old version of TLS', async () => {
    const { port } = new URL(url);
    const tries = (maxVersion: 'TLSv1.1' | 'TLSv1.3') =>
      new Promise<string>((resolve) => {
        const options = { host: 'localhost', port: Number(port), servername: 'localhost', ca: inject('authority') };
        const socket = connectTls({ ...options, minVersion: 'TLSv1', maxVersion });
        socket.once('secureConnect', () => {
          resolve(socket.getProtocol() ?? '');
          socket.destroy();
        });
        socket.once('error', () => resolve('refused'));
      });
    expect(await tries('TLSv1.3')).toBe('TLSv1.3');
    expect(await tries('TLSv1.1')).toBe('refused');
  });

  it('sends the headers of security with the page and with the api’s answers', async () => {
    for (const path of ['/', '/api/health']) {
      const { headers } = await fetch(`${url}${path}`);
      expect(headers.get('strict-transport-security'), path).toContain('max-age=31536000');
      expect(headers.get('content-security-policy'), path).toContain("default-src 'self'");
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    }
  });

  it('keeps the metrics to itself, and turns a request without TLS to the address with it', async () => {
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    const plain = await fetch(`http://localhost:${deployment.running.settings['SUPERSCOPE_PORT']}/plans`, {
      redirect: 'manual',
    });
    expect(plain.status).toBe(308);
    expect(plain.headers.get('location')).toMatch(/^https:\/\/localhost/);
  });

  it('signs in with a cookie that scripts cannot read and that is sent over TLS alone', async () => {
    const answer = await fetch(`${url}/api/authentication`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Requested-By': 'superscope' },
      body: JSON.stringify({ username: 'staff', password }),
    });
    expect(answer.status).toBe(200);
    const session = answer.headers.getSetCookie().find((cookie) => /httponly/i.test(cookie));
    expect(session).toMatch(/;\s*Secure/i);
  });
});

describe('the portal behind it', () => {
  it('shows the imported fund’s members by plan, from ClickHouse', async () => {
    const query = {
      measures: ['MemberSnapshot.countMembers'],
      dimensions: ['Member.planId'],
      timeDimensions: [
        { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: ['2026-08-01', '2026-08-31'] },
      ],
    };
    const search = new URLSearchParams({ query: JSON.stringify(query) });
    const answer = await staff.request(`/cubejs-api/v1/load?${search}`, { headers: { [audienceHeader]: 'staff' } });
    expect(answer.status).toBe(200);
    const { data } = (await answer.json()) as { data: Record<string, string>[] };
    const members = data.map((row) => Number(row['MemberSnapshot.countMembers']));
    expect(data).toHaveLength(6);
    expect(members.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(300);
  });

  it('is ready by the word of both apis', async () => {
    for (const { Id, Name } of await deployment.containers('api')) {
      const { status, output, errors } = await deployment.attempt([
        ...['exec', Id, 'node', '--eval'],
        "fetch('http://127.0.0.1:3000/api/ready').then(async (a) => console.log(a.status, await a.text()))",
      ]);
      expect([status, errors], Name).toEqual([0, '']);
      expect(output, Name).toMatch(/^200 /);
    }
  });

  it('tells an open page of a change at once, through the proxy', async () => {
    const stop = new AbortController();
    const answer = await staff.request('/api/changes', { signal: stop.signal });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(answer.headers.get('content-encoding')).toBeNull();
    const heard = (async () => {
      let text = '';
      for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
        text += piece;
        if (text.includes('event: change')) return text;
      }
      return text;
    })();
    const csv = `providerId,name,abn\r\nHEARD,Heard at once,\r\n`;
    const form = new FormData();
    form.append('file', new Blob([csv], { type: 'text/csv' }), 'providers.csv');
    expect((await admin.request('/api/csv/import?table=providers', { method: 'POST', body: form })).status).toBe(202);
    expect(await heard).toContain('event: change');
    stop.abort();
  });

  it('makes a Policy Committee Report with the plan’s name', async () => {
    const body = new FormData();
    body.append('engagedOnly', 'false');
    const asked = await staff.request(`/api/plans/${plan.id}/reports/request`, { method: 'POST', body });
    expect([asked.status, await asked.clone().text()]).toEqual([202, expect.any(String)]);
    const { workId } = (await asked.json()) as { workId: string };
    const state = async () => {
      const { items } = (await (await staff.request('/api/work')).json()) as {
        items: { workId: string; state: string; reason: string | null }[];
      };
      const { state: now, reason } = items.find((item) => item.workId === workId) ?? { state: 'waiting', reason: null };
      if (now === 'failed') throw new Error(`The report was not made: ${reason}`);
      return now;
    };
    await until('the report is made', async () => (await state()) === 'done', 240_000, 1_000);
    const file = `/api/plans/${plan.id}/reports/result?resultId=${workId}`;
    const pdf = Buffer.from(await (await staff.request(file)).arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const text = (await textOfPages(pdf)).join(' ');
    expect(hasText(text, plan.name)).toBe(true);
  });

  it('refuses uploads and bodies that are too large with a sentence, whatever their length is said to be', async () => {
    const large = JSON.stringify({ username: 'x'.repeat(2 * 1024 * 1024), password: 'y' });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await staff.request('/api/authentication', { method: 'POST', headers, body: large });
    expect(answer.status).toBe(413);
    expect(((await answer.json()) as { message: string }).message).toMatch(/\.$/);
    const file = new FormData();
    file.append('file', new Blob([Buffer.alloc(70 * 1024 * 1024, 'x')], { type: 'application/pdf' }), 'report.pdf');
    const upload = await staff.request('/api/reports/check', { method: 'POST', body: file });
    expect(upload.status).toBe(413);
    expect(((await upload.json()) as { message: string }).message).toMatch(/\.$/);
  });
});
