import { z } from 'zod';
import { cleanField } from './clean-field.js';

export { mostMutedDays } from '@superscope/domain/alerts/alerts';

/** What the addresses of alerts understand. */
export const addressForms = ['mail', 'json', 'slack', 'teams'] as const;
export type AddressForm = (typeof addressForms)[number];

/** Where a message stands. `unknown`: its process ended twice while it was sent, so it may have arrived. */
export const messageStates = ['due', 'sending', 'delivered', 'gaveUp', 'unknown'] as const;
export type MessageState = (typeof messageStates)[number];

export const messageKinds = ['began', 'again', 'ended', 'test'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** How often a message is tried. */
export const mostTries = 8;

const person = z.object({ by: z.string(), at: z.string(), reason: z.string() });

const alert = z.object({
  /** The name of its check, by which it is acknowledged and muted. */
  check: z.string(),
  title: z.string(),
  /** `pending`: not yet so bad that anybody is told. */
  state: z.enum(['fires', 'pending']),
  said: z.string(),
  /** What concerns it, one by one; without plans, files, members and persons. */
  parts: z.array(z.object({ label: z.string(), description: z.string() })),
  /** Null if it could not be looked at. */
  since: z.string().nullable(),
  /** To how many addresses its newest message went, of how many; null before it was told. */
  told: z.object({ delivered: z.number(), of: z.number(), at: z.string() }).nullable(),
  /** When it is told again, if it lasts and nobody takes it in hand. */
  againAt: z.string().nullable(),
  inHand: person.nullable(),
  muted: person.extend({ until: z.string() }).nullable(),
  /** The page that shows what it is about, for those with the right. */
  page: z.object({ name: z.string(), path: z.string(), right: z.string() }).nullable(),
});
export type Alert = z.infer<typeof alert>;

const address = z.object({
  addressId: z.string(),
  form: z.enum(addressForms),
  name: z.string(),
  /** A mail address, or the host of a webhook, whose whole address is a secret. */
  where: z.string(),
  /** What became of its newest message. */
  last: z
    .object({
      state: z.enum(messageStates),
      at: z.string(),
      /** What the other side answered, in words. */
      answer: z.string().nullable(),
      tries: z.number(),
      nextAt: z.string().nullable(),
    })
    .nullable(),
});
export type AlertAddressInfo = z.infer<typeof address>;

const toldLately = z.object({
  kind: z.enum(messageKinds),
  /** Null of a test. */
  title: z.string().nullable(),
  at: z.string(),
  to: z.array(z.string()),
  delivered: z.number(),
  /** Messages that are tried again. */
  waiting: z.number(),
  /** Names of those that heard nothing, with what they answered last. */
  failed: z.array(z.string()),
});
export type ToldLately = z.infer<typeof toldLately>;

/** Answer to GET /api/alerts. All instants are ISO, UTC. */
export const alertList = z.object({
  /** When the checks were last looked at; null before the first look. */
  lookedAt: z.string().nullable(),
  alerts: z.array(alert),
  quiet: z.array(z.object({ title: z.string(), looksAt: z.string() })),
  addresses: z.array(address),
  told: z.array(toldLately),
  /** Whether a mail server is set; without one, mails reach nobody. */
  sendsMail: z.boolean(),
});
export type AlertList = z.infer<typeof alertList>;

const firing = z.object({
  title: z.string(),
  /** Why nobody needs to be called: somebody has it in hand, or it is muted. Null if it is open. */
  quietedBy: z.enum(['hand', 'mute']).nullable(),
});
export type FiringAlert = z.infer<typeof firing>;

/** Answer to GET /api/alerts/count: what fires, for the menu and System health, and how many of it are open. */
export const alertCount = z.object({ lookedAt: z.string().nullable(), open: z.number(), firing: z.array(firing) });
export type AlertCount = z.infer<typeof alertCount>;

const reason = cleanField().min(1, 'Say why in a sentence.').max(200, 'The reason has at most 200 characters.');

/** Body of POST /api/alerts/{check}/acknowledge. */
export const alertReason = z.strictObject({ reason });

/** Body of POST /api/alerts/{check}/mute: until an instant, or a time of Sydney, at most 7 days from now. */
export const alertMute = z.strictObject({ until: cleanField().min(1).max(40), reason });

const name = cleanField().min(1, 'Give it a name.').max(60, 'The name has at most 60 characters.');

/** Body of POST /api/alerts/addresses. */
export const newAlertAddress = z
  .strictObject({
    form: z.enum(addressForms, 'Choose how it is told.'),
    name,
    where: cleanField().min(1, 'Give the address.').max(1000),
  })
  .refine(({ form, where }) => form !== 'mail' || z.email().max(200).safeParse(where).success, {
    path: ['where'],
    message: 'This is not a mail address.',
  });

/** Answer to POST /api/alerts/addresses and its key: the key that signs, which is shown once; null for mails. */
export const addedAddress = z.object({
  addressId: z.string(),
  key: z.string().nullable(),
  stream: z.string(),
  revision: z.string(),
  position: z.string(),
});
export type AddedAddress = z.infer<typeof addedAddress>;

const testResult = z.object({
  addressId: z.string(),
  name: z.string(),
  isDelivered: z.boolean(),
  /** What the other side answered: '200', 'accepted', 'no answer within 10 s'. */
  answer: z.string(),
  ms: z.number(),
  /** What was sent to a webhook, without its address and with the signature cut short; null of a mail. */
  sent: z.string().nullable(),
});

/** Answer to POST /api/alerts/test. */
export const testResults = z.object({ at: z.string(), results: z.array(testResult) });
export type TestResults = z.infer<typeof testResults>;

/** Body of POST /api/alerts/test: one address, or all of them. */
export const alertTest = z.strictObject({ addressId: z.uuid().optional() });

/** The page of the portal that messages lead to. */
export const alertsPath = '/operations/alerts';

/** Where an alert stands on that page, and the paragraph of operations.md about it, as an anchor. */
export const anchorOf = (title: string): string => `alert-${title.toLowerCase().replaceAll(' ', '-')}`;
