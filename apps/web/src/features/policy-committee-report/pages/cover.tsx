import { date, sydneyToday } from '../../../ui/format';
import { Contours } from '../kit/contours';
import { useParties, type Parties } from '../parties';
import { monthsOf } from '../report';
import { reportPage, type PageProps } from '../report-page';
import { shortQuartersText } from './quarters';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
/** dd MMMM yyyy */
const longDate = (day: string) => `${day.slice(8, 10)} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

function Cover({ report: { plan, period, asked }, figures: parties }: PageProps<Parties>) {
  const { cover, manager, logo } = parties;
  const short = shortQuartersText(monthsOf(period));
  return (
    <section id="pcr-cover" aria-label="Cover" data-page-label="Cover" className="pcr-page">
      <div aria-hidden className="absolute inset-y-0 left-0 w-[11mm]" style={{ background: 'var(--hero)' }} />
      <Contours x={600} y={612} />
      <div className="relative flex h-full flex-col" style={{ padding: '20mm 18mm 16mm 27mm' }}>
        <div className="flex min-h-[64px] items-center gap-4">
          {logo !== null && <img src={logo} alt="" className="h-[64px] max-w-[200px] object-contain" />}
          {cover.providerName !== null && (
            <p className="text-[22px] font-[650] leading-7 tracking-[-0.01em]">{cover.providerName}</p>
          )}
        </div>
        <p className="mt-[52mm] text-[17px] font-semibold text-brand">{cover.platformName}</p>
        <h1 className="mt-3 text-[54px] font-[650] leading-[58px] tracking-[-0.025em]">
          Policy
          <br />
          Committee
          <br />
          Report
        </h1>
        <p className="mt-7 max-w-[560px] text-[26px] font-medium leading-8 tracking-[-0.01em]">{plan.shortName}</p>
        <p className="mt-2 text-[15px] leading-6 text-ink-2">
          {date(period.start)} to {date(period.end)}
          {short !== null && <span className="block">{short}</span>}
          {asked.engagedOnly && <b className="block font-semibold text-ink">Engaged members only</b>}
        </p>
        <dl className="mt-auto grid w-[430px] grid-cols-[128px_1fr] gap-y-1.5 border-t-2 border-brand pt-4 text-[13px] leading-[19px]">
          {manager !== null && <Line name="Prepared by" value={manager.name} note={manager.title} />}
          <Line name="Prepared on" value={longDate(sydneyToday())} />
          {cover.trusteeName !== null && (
            <Line name="Trustee" value={cover.trusteeName} note={numbersOf(cover.trusteeAbn, cover.trusteeAfsl)} />
          )}
          {cover.providerName !== null && (
            <Line name="Provider" value={cover.providerName} note={numbersOf(cover.providerAbn)} />
          )}
        </dl>
      </div>
    </section>
  );
}

export const numbersOf = (abn: string | null, afsl: string | null = null): string =>
  [
    abn === null ? null : `ABN ${abn.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')}`,
    afsl === null ? null : `AFSL ${afsl}`,
  ]
    .filter((part) => part !== null)
    .join(', ');

const Line = ({ name, value, note }: { name: string; value: string; note?: string }) => (
  <>
    <dt className="text-ink-3">{name}</dt>
    <dd className="font-semibold">
      {value}
      {note && <span className="block font-normal text-ink-2">{note}</span>}
    </dd>
  </>
);

export const cover = reportPage<Parties>({
  id: 'cover',
  number: '',
  title: 'Cover',
  useFigures: ({ plan, asked }) => useParties(plan, asked.companyId),
  isPublished: () => true,
  sentence: null,
  Body: Cover,
});
