import { describe, expect, it } from 'vitest';
import type { Env } from '../env.js';
import { Mailer } from './mailer.js';

const mail = { to: 'somebody@example.com', subject: 'Reset your password', text: 'Open this link.' };

function mailerWith(env: Partial<Env>) {
  const outbox: Record<string, unknown>[] = [];
  const collection = {
    insertOne: async (document: object) => ({ insertedId: outbox.push({ ...document }) - 1 }),
    updateOne: async ({ _id }: { _id: number }, { $set }: { $set: object }) => Object.assign(outbox[_id]!, $set),
  };
  const ops = { db: { collection: () => collection } };
  return { mailer: new Mailer({ MAIL_FROM: 'Superscope <no-reply@x.example>', ...env } as Env, ops as never), outbox };
}

const at = expect.any(Date) as Date;
const { text, ...withoutText } = mail;

describe('a mail', () => {
  it('is listed in the outbox without its text if no server is set', async () => {
    const { mailer, outbox } = mailerWith({});
    await mailer.send(mail);
    expect(outbox).toEqual([{ ...withoutText, at, state: 'kept' }]);
  });

  it('is listed with its text in demo mode', async () => {
    const { mailer, outbox } = mailerWith({ SUPERSCOPE_DEMO: true });
    await mailer.send(mail);
    expect(outbox).toEqual([{ ...withoutText, text, at, state: 'kept' }]);
  });

  it('that a server refuses fails without naming its recipient, and is listed as failed', async () => {
    // Nothing listens on port 1.
    const { mailer, outbox } = mailerWith({ SMTP_URL: 'smtp://127.0.0.1:1', SUPERSCOPE_DEMO: true });
    const failure = await mailer.send(mail).catch((error: Error) => error.message);
    expect(failure).toMatch(/^The mail server did not accept a mail \(E\w+\)\.$/);
    expect(outbox).toEqual([
      { ...withoutText, at, state: 'failed', reason: expect.stringMatching(/^E\w+$/) as string },
    ]);
  });
});
