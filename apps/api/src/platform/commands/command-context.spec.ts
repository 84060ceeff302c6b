import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { CommandContexts } from './command-context.js';

const asked = (body: object, key?: string, userId = 'staff') =>
  ({
    principal: { userId, role: 'Staff' },
    headers: key === undefined ? {} : { 'idempotency-key': key },
    method: 'POST',
    url: '/api/change',
    id: 'r1',
    body,
  }) as unknown as FastifyRequest;

async function contextsWith(secret: number) {
  const contexts = new CommandContexts({ secret: async () => Buffer.alloc(32, secret) } as never);
  await contexts.onModuleInit();
  return contexts;
}

describe('who commands what', () => {
  it('distinguishes a repeated request from another one by a digest that only the server can compute', async () => {
    const contexts = await contextsWith(7);
    const body = { newPassword: 'another-long-password' };
    const { bodyDigest, commandId } = contexts.of(asked(body, 'k1'));
    expect(commandId).toBe('staff/k1');
    expect(contexts.of(asked({ ...body }, 'k1')).bodyDigest).toBe(bodyDigest);
    expect(contexts.of(asked({ newPassword: 'something-else' }, 'k1')).bodyDigest).not.toBe(bodyDigest);
    expect((await contextsWith(8)).of(asked(body, 'k1')).bodyDigest).not.toBe(bodyDigest);
    const plain = createHash('sha256')
      .update(`POST /api/change\n${JSON.stringify(body)}`)
      .digest('base64url');
    expect(bodyDigest).not.toBe(plain);
  });

  it('knows a repeated request by its caller and its key, so that another user’s same key is another request', async () => {
    const contexts = await contextsWith(7);
    const idOf = (userId: string, key: string) => contexts.of(asked({}, key, userId)).commandId;
    expect(idOf('staff', 'k1')).toBe(idOf('staff', 'k1'));
    const ids = [idOf('staff', 'k1'), idOf('admin', 'k1'), idOf('staff', 'k2'), idOf('staff', 'admin/k1')];
    expect(new Set(ids).size).toBe(4);
  });

  it('keeps no digest of a request without a key', async () => {
    expect((await contextsWith(7)).of(asked({}))).not.toHaveProperty('bodyDigest');
  });
});
