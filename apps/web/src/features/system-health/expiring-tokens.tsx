import type { SystemHealth } from '@superscope/contracts/system-health';
import { CardHead, Section } from '../../ui/card';
import { dateTime, number } from '../../ui/format';
import { Badge } from './health-parts';

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
      <div className="max-h-96 overflow-auto" role="region" aria-label="Tokens that expire soon: table" tabIndex={0}>
        <table className="w-full text-base">
          <thead>
            <tr className="border-y bg-sunken text-left text-sm text-ink-2">
              <th className="py-2 pl-4 font-semibold sm:pl-5">Application</th>
              <th className="py-2 pl-4 font-semibold">Token</th>
              <th className="py-2 pl-4 pr-4 text-right font-semibold sm:pr-5">Expires</th>
            </tr>
          </thead>
          <tbody>
            {tokens.map(({ application, label, expiresAt, daysLeft }) => (
              <tr key={`${application} ${label} ${expiresAt}`} className="h-10 border-b last:border-0">
                <td className="pl-4 sm:pl-5">{application}</td>
                <td className="pl-4">{label}</td>
                <td className="whitespace-nowrap pl-4 pr-4 text-right sm:pr-5">
                  {daysLeft === 1 ? 'within a day' : `in ${daysLeft} days`}
                  <span className="text-ink-2"> · {dateTime(expiresAt)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  </Section>
);
