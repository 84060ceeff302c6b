import type { PlanContact } from './plan-contacts.api';

/** 'Tom Winterbourne, relationship manager: 02 5550 0142, tom@fund.example', each a link. */
export const ContactLines = ({ of: { name, title, email, phone } }: { of: PlanContact }) => (
  <>
    <b className="font-semibold text-ink">{name}</b>, {title.toLowerCase()}
    {(phone !== null || email !== null) && ': '}
    {phone !== null && (
      <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="link whitespace-nowrap hover:underline">
        {phone}
      </a>
    )}
    {phone !== null && email !== null && ', '}
    {email !== null && (
      <a href={`mailto:${email}`} className="link hover:underline wrap-anywhere">
        {email}
      </a>
    )}
  </>
);
