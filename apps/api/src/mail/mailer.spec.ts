import { describe, expect, it } from 'vitest';
import type { Env } from '../env.js';
import { Mailer } from './mailer.js';

const mail = { to: 'somebody@example.com', subject: 'Reset your password', text: 'Open this link.' };

function mailerWith(env: Partial<Env>) {
  const outbox: object[] = [];
  const ops = { db: { collection: () => ({ insertOne: async (document: object) => outbox.push(document) }) } };
  return { mailer: new Mailer({ MAIL_FROM: 'Superscope <no-reply@x.example>', ...env } as Env, ops as never), outbox };
}

describe('a mail', () => {
  it('stays in the outbox where no server is set', async () => {
    const { mailer, outbox } = mailerWith({});
    await mailer.send(mail);
    expect(outbox).toEqual([{ ...mail, at: expect.any(Date) as Date }]);
  });

  it('that a server does not take fails without naming whom it was for', async () => {
    // Nothing listens on port 1.
    const { mailer, outbox } = mailerWith({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const failure = await mailer.send(mail).catch((error: Error) => error.message);
    expect(failure).toMatch(/^The mail server did not take a mail \(E\w+\)\.$/);
    expect(outbox).toEqual([]);
  });
});
