import type { SystemHealth } from '@superscope/contracts/system-health';
import { CardHead, Section } from '../../ui/card';
import { dateTime, number } from '../../ui/format';
import { Records } from '../../portal/records/record-table';
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
      <Records
        label="Senders that forward for others"
        rows={proxies}
        idOf={({ address }) => address}
        columns={[
          {
            head: 'Address',
            cell: ({ address, header }) => (
              <>
                {address}
                <span className="block text-sm text-ink-2">{header}</span>
              </>
            ),
            className: 'wrap-anywhere',
          },
          { head: 'Requests', right: true, cell: ({ requests }) => number(requests) },
          {
            head: 'Last',
            right: true,
            cell: ({ at }) => dateTime(at),
            className: 'whitespace-nowrap text-ink-2',
          },
        ]}
      />
      <p className="border-t px-4 py-3 text-base text-ink-2 sm:px-5">
        If an address is your proxy, set <code className="break-all">SUPERSCOPE_TRUSTED_PROXIES</code> to it
        {proxies.some(({ header }) => header === 'Forwarded') && ', let it send X-Forwarded-For,'} and restart. If it is
        not, somebody’s own proxy sends the header, and there is nothing to do.
      </p>
    </section>
  </Section>
);
