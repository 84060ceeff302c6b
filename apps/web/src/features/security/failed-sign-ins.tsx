import type { FailedSignIns as Answer } from '@superscope/contracts/users';
import { ShieldCheck } from 'lucide-react';
import { RecordTable } from '../../portal/records/record-table';
import type { RecordColumn } from '../../portal/records/record-columns';
import { Section } from '../../ui/card';
import { dateTime, number } from '../../ui/format';
import { useFailedSignInsQuery } from './security.api';

type Minute = Answer['minutes'][number];

const EVERY_MS = 60_000;
const SIZE = 5;

const times = (count: number) => (count === 1 ? 'once' : `${number(count)} times`);
const accountText = ({ username, count }: Minute['accounts'][number]) =>
  `${username ?? 'a login that no account has'} ${times(count)}`;
const networkText = ({ network, count }: Minute['networks'][number]) => `${network} ${times(count)}`;

/** One below the other: ten names in a line could not be told apart. */
const Tried = ({ of }: { of: readonly string[] }) =>
  of.length === 0 ? (
    <span className="text-ink-3">Not kept</span>
  ) : (
    <ul>
      {of.map((each, at) => (
        // Several unknown logins read the same.
        <li key={`${at} ${each}`} className="wrap-anywhere">
          {each}
        </li>
      ))}
    </ul>
  );

const columns: readonly RecordColumn<Minute>[] = [
  { head: 'Minute', leads: true, cell: ({ at }) => dateTime(at), className: 'whitespace-nowrap align-top' },
  { head: 'Wrong', right: true, cell: ({ wrong }) => number(wrong), className: 'align-top' },
  { head: 'Refused unchecked', right: true, cell: ({ refused }) => number(refused), className: 'align-top' },
  {
    head: 'Accounts tried most',
    cell: ({ accounts }) => <Tried of={accounts.map(accountText)} />,
    className: 'min-w-56 align-top',
  },
  {
    head: 'Networks tried from most',
    cell: ({ networks }) => <Tried of={networks.map(networkText)} />,
    className: 'min-w-48 align-top',
  },
];

/** The newest minutes with failed sign-ins, and which accounts and networks were tried most in each. */
export function FailedSignIns() {
  const query = useFailedSignInsQuery(undefined, { pollingInterval: EVERY_MS, skipPollingIfUnfocused: true });
  return (
    <Section
      id="failed-sign-ins"
      title="Failed sign-ins"
      note="Of the last 7 days, by minute. At most ten accounts and ten networks of each minute are kept."
    >
      <RecordTable
        label="Failed sign-ins"
        what="The failed sign-ins"
        query={query}
        rows={query.data?.minutes}
        columns={columns}
        idOf={({ at }) => at}
        pages={SIZE}
        empty={{ icon: ShieldCheck, title: 'No sign-in failed', children: 'Within the last 7 days.' }}
      />
    </Section>
  );
}
