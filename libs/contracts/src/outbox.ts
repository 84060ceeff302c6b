import { z } from 'zod';

/** `kept`: no mail server is set. `sent`: the mail server accepted it. */
export const mailStates = ['kept', 'sending', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

export const outboxMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  /** Instant, UTC. */
  at: z.string(),
  state: z.enum(mailStates),
  /** The text, in demo mode without a mail server only. Elsewhere it is null, because texts hold codes and links that open accounts. */
  text: z.string().nullable(),
});
export type OutboxMail = z.infer<typeof outboxMail>;

export const outboxQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  size: z.coerce.number().int().min(1).max(100).default(20),
});

/** Answer to GET /api/outbox, newest first. */
export const outboxPage = z.object({
  mails: z.array(outboxMail),
  total: z.number().int(),
  /** Whether mails are sent to a mail server. */
  hasServer: z.boolean(),
});
export type OutboxPage = z.infer<typeof outboxPage>;
