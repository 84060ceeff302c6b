import { isKnownPerson } from './plan-contacts.api';

/** A request to the fund to send an email to members. It names the plan and the action, never members. */
export interface EmailRequest {
  /** What the email is about, such as 'Nominate a binding beneficiary'. */
  action: string;
  plan: string;
  /** The email that was sent before about the same area; null if there was none. */
  email: string | null;
  /** Who is asked: the relationship manager, or whom the plan has instead; null if nobody is known. */
  manager: string | null;
  /** 'Relationship Manager', as the provider titles them; null if that is not known. */
  title: string | null;
  fund: string;
  /** The address of whom is asked; null where none is known. */
  to: string | null;
}

/** The navigation state of a link to Contact. */
export const withRequest = (emailRequest: EmailRequest) => ({ emailRequest });

/** The request that a link to Contact carries; null if the page was opened without one. */
export const emailRequestOf = (state: unknown): EmailRequest | null =>
  (state as Partial<ReturnType<typeof withRequest>> | null)?.emailRequest ?? null;

export const subjectOf = ({ action, plan }: EmailRequest): string => `${plan}: an email to members, “${action}”`;

export const messageOf = ({ action, plan, email, manager, fund }: EmailRequest): string =>
  [
    `Hello ${manager ?? fund},`,
    email === null
      ? `Could you please send an email to the members of ${plan} whom this concerns: ${action}?`
      : `Could you please send the email “${email}” again, to the members of ${plan} whom this concerns: ${action}?`,
    'Please let me know when it goes out.',
  ].join('\n\n');

/** The name in 'Ask … to send it': the first name of the relationship manager or consultant, another contact's whole name, or the fund. */
export const askedName = ({ manager, title, fund }: Pick<EmailRequest, 'manager' | 'title' | 'fund'>): string =>
  manager === null ? fund : title === null || isKnownPerson(title) ? manager.split(' ')[0]! : manager;
