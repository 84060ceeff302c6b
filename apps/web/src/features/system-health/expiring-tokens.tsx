import type { SystemHealth } from '@superscope/contracts/system-health';
import { CardHead, Section } from '../../ui/card';
import { dateTime, number } from '../../ui/format';
import { Badge } from './health-parts';
import { Records } from '../../portal/records/record-table';

export const ExpiringTokens = ({ tokens }: { tokens: SystemHealth['expiringTokens'] }) => (
  <Section id="applications" title="Applications">
    <section aria-label="Tokens that expire soon" className="card overflow-hidden">
      <div className="px-4 pb-3 pt-4 sm:px-5">
        <CardHead
          title="Tokens that expire soon"
          note="An Admin issues another, it is put in place, and the former is revoked"
          right={
            <Badge tone="attention">{tokens.length === 1 ? 'One token' : `${number(tokens.length)} tokens`}</Badge>
          }
        />
      </div>
      <Records
        label="Tokens that expire soon"
        rows={tokens}
        idOf={({ application, label, expiresAt }) => `${application} ${label} ${expiresAt}`}
        columns={[
          { head: 'Application', cell: ({ application }) => application },
          { head: 'Token', cell: ({ label }) => label },
          {
            head: 'Expires',
            cell: ({ daysLeft, expiresAt }) => (
              <>
                {daysLeft === 1 ? 'within a day' : `in ${daysLeft} days`}
                <span className="text-ink-2"> · {dateTime(expiresAt)}</span>
              </>
            ),
            className: 'whitespace-nowrap lg:text-right',
          },
        ]}
      />
    </section>
  </Section>
);
