import { randomUUID } from 'node:crypto';
import type { OutboxPage } from '@superscope/contracts/outbox';
import type { RegisterUserRequest } from '@superscope/contracts/users';
import { PortalClient } from '@superscope/local/portal-client';
import { expect, inject, vi } from 'vitest';

async function clientOf(username: string): Promise<PortalClient> {
  const client = new PortalClient(inject('portalUrl'));
  await client.signIn(username, inject('password'));
  return client;
}

const posted = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/**
 * Registers a person with the tests' password, for a suite that changes their account or asserts what they did. Returns their username.
 * Suites run beside each other, so none may change the account of a demo user.
 */
export async function ownUser(role: RegisterUserRequest['role'], contextId: string | null = null): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const admin = await clientOf('admin');
  const registered = await admin.request(
    '/api/authentication/register',
    posted({ email, role, contextId, name: null }),
  );
  expect([registered.status, email]).toEqual([201, email]);
  const operations = await clientOf('devops');
  // Not expect.poll, which only works inside a test.
  const token = await vi.waitFor(
    async () => {
      const { mails } = (await (await operations.request('/api/outbox?size=100')).json()) as OutboxPage;
      const mail = mails.find(({ to }) => to === email);
      return /activate\?token=([\w-]+)/.exec(mail!.text!)![1]!;
    },
    { timeout: 30_000 },
  );
  const password = inject('password');
  const set = { password, confirmPassword: password, token };
  const activated = await new PortalClient(inject('portalUrl')).request(
    '/api/authentication/passwordReset',
    posted(set),
  );
  expect([activated.status, await activated.text()]).toEqual([204, '']);
  return email;
}
