import type { AddressForm, MessageKind } from '@superscope/contracts/alerts';
import { sydneyDate, sydneyTime } from '@superscope/domain/calendar-dates';

/** All that a message says: check, state, time and link. No file name, value or person. */
export interface AlertMessage {
  kind: MessageKind;
  /** What people call the check; null of a test. */
  title: string | null;
  /** Since when: instant, UTC; null of a test. */
  since: string | null;
  at: string;
  link: string;
}

const when = (instant: string): string =>
  `${sydneyDate(instant).split('-').reverse().join('/')} ${sydneyTime(instant)}`;

/** In one line, for people: 'Projector behind fires since 25/11/2026 15:21 (Sydney)'. */
export function messageLine({ kind, title, since, at }: AlertMessage): string {
  if (kind === 'test') return `This is a test of ${when(at)} (Sydney)`;
  if (kind === 'ended') return `${title} ended ${when(at)} (Sydney)`;
  return `${title} ${kind === 'again' ? 'still fires' : 'fires'} since ${when(since ?? at)} (Sydney)`;
}

export const mailOf = (message: AlertMessage) => ({
  subject: `Superscope: ${message.kind === 'test' ? 'test of alerts' : `${message.title} ${message.kind === 'ended' ? 'ended' : 'fires'}`}`,
  text: `${messageLine(message)}.\n\n${message.link}\n`,
});

/** The body of a webhook in the form that its receiver understands. */
export function webhookBody(form: Exclude<AddressForm, 'mail'>, message: AlertMessage): string {
  const { kind, title, since, at, link } = message;
  const line = `Superscope: ${messageLine(message)}`;
  if (form === 'slack') return JSON.stringify({ text: `${line}. <${link}|What to do>` });
  if (form === 'teams')
    return JSON.stringify({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [{ type: 'TextBlock', text: line, wrap: true }],
            actions: [{ type: 'Action.OpenUrl', title: 'What to do', url: link }],
          },
        },
      ],
    });
  const state = kind === 'test' ? null : kind === 'ended' ? 'quiet' : 'fires';
  return JSON.stringify({ kind, check: title, state, since, at, link });
}
