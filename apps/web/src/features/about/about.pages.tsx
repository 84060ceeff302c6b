import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { ContactLines } from '../../portal/contact/contact-lines';
import { usePlanContact } from '../../portal/contact/plan-contacts.api';
import { useMay } from '../../portal/user/use-may';
import { useStoreState } from '../../portal/state';
import { emailRequestOf } from '../../portal/contact/email-request';
import { EntranceFrame, EntranceTitle } from '../../portal/entrance/entrance';
import { usePageTitle } from '../../ui/use-page-title';
import { EmailRequestCard } from './email-request-card';

function Page({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <EntranceFrame>
      <EntranceTitle title={title} />
      <div className="mt-4 space-y-4 text-md text-ink-2">{children}</div>
      <Link to="/" className="link mt-6 inline-block text-md hover:underline">
        Back to the portal
      </Link>
    </EntranceFrame>
  );
}

export const AboutPage = () => (
  <Page title="About Us">
    <p>
      Superscope shows employers and the staff of a superannuation fund how the members of a plan are tracking for
      retirement: the Plan SuperScore, five areas of fund fitness, member activity, and what each campaign changed.
    </p>
    <p>What it shows is general information about a plan, not personal advice.</p>
  </Page>
);

export function ContactPage() {
  const request = emailRequestOf(useLocation().state);
  return (
    <Page title="Contact Us">
      {request && <EmailRequestCard request={request} />}
      <PlanContactLine />
      <p>
        For questions about your plan, please ask your relationship manager at the fund. For access to this portal,
        please ask the person at your organisation who manages it.
      </p>
      <p>If you cannot sign in, “Can't login?” on the sign-in screen mails you a link to set a new password.</p>
    </Page>
  );
}

/** Whom the plan that is chosen names, for those who are signed in. */
function PlanContactLine() {
  const reads = useMay('documents.make');
  const plan = useStoreState(({ currentPlan }) => currentPlan);
  const contact = usePlanContact(reads ? plan?.id : undefined);
  if (!contact || !plan) return null;
  return (
    <p>
      For {plan.name}: <ContactLines of={contact} />.
    </p>
  );
}

export const PrivacyPage = () => (
  <Page title="Privacy Policy">
    <p>
      Employers see figures about groups of members, never about one person. A small fixed noise is added to them, and
      figures of groups that are too small are withheld.
    </p>
    <p>Who looked at which figures, and who signed in, is recorded.</p>
    <p>
      The portal sets cookies for signing in alone: one for your session, one that recognises your device, and for staff
      those of single sign-on, which end with it. It loads nothing from other sites.
    </p>
  </Page>
);
