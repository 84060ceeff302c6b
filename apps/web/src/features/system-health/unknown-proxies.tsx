import type { SystemHealth } from '@superscope/contracts/system-health';
import { CardHead, Section } from '../../ui/card';
import { dateTime, number } from '../../ui/format';
import { Badge } from './health-parts';

/** Senders that forward for others and are not trusted to, with what to set if one of them is the portal's own proxy. */
export const UnknownProxies = ({ proxies }: { proxies: SystemHealth['unknownProxies'] }) => (
  <Section id="proxies" title="Proxies">
    <section aria-label="Senders that forward for others" className="card overflow-hidden">
      <div className="px-4 pb-3 pt-4 sm:px-5">
        <CardHead
          title="Senders that forward for others"
          note="None of them is named as a proxy, so everybody behind one counts as one network at sign-in"
          right={<Badge tone="attention">Not named</Badge>}
        />
      </div>
      <div className="overflow-auto" role="region" aria-label="Senders that forward for others: table" tabIndex={0}>
        <table className="w-full text-base">
          <thead>
            <tr className="border-y bg-sunken text-left text-sm text-ink-2">
              <th className="py-2 pl-4 font-semibold sm:pl-5">Address</th>
              <th className="py-2 pl-4 text-right font-semibold">Requests</th>
              <th className="py-2 pl-4 pr-4 text-right font-semibold sm:pr-5">Last</th>
            </tr>
          </thead>
          <tbody>
            {proxies.map(({ address, header, requests, at }) => (
              <tr key={address} className="border-b last:border-0">
                <td className="break-words py-1.5 pl-4 sm:pl-5">
                  {address}
                  <span className="block text-sm text-ink-2">{header}</span>
                </td>
                <td className="pl-4 text-right">{number(requests)}</td>
                <td className="whitespace-nowrap pl-4 pr-4 text-right text-ink-2 sm:pr-5">{dateTime(at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="border-t px-4 py-3 text-base text-ink-2 sm:px-5">
        If an address is your proxy, set <code className="break-all">SUPERSCOPE_TRUSTED_PROXIES</code> to it
        {proxies.some(({ header }) => header === 'Forwarded') && ', let it send X-Forwarded-For,'} and restart. If it is
        not, somebody’s own proxy sends the header, and there is nothing to do.
      </p>
    </section>
  </Section>
);
