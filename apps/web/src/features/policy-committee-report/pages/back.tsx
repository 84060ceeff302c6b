import { Fingerprint, ShieldCheck } from 'lucide-react';
import { referenceOf } from '../../../portal/api/base.api';
import { infoApi } from '../../../portal/api/info.api';
import { mapLoaded, together, type Loaded } from '../../../portal/analytics/loaded';
import { inGroups } from '../../../portal/report-check/in-groups';
import { date, momentTime } from '../../../ui/format';
import { QrCode } from '../../../ui/qr-code';
import { Contours } from '../kit/contours';
import { useParties, type Parties } from '../parties';
import type { Report } from '../report';
import { reportPage, type PageProps } from '../report-page';
import { numbersOf } from './cover';

interface BackFigures extends Parties {
  /** Where everybody may check a report; null without a public address. */
  checkUrl: string | null;
}

function useCheckUrl(): Loaded<string | null> {
  const { data, isFetching, isError, error, refetch } = infoApi.useInfoQuery();
  return {
    data: data && (data.checkUrl ?? null),
    refreshing: isFetching && data !== undefined,
    failed: isError && !isFetching,
    reference: referenceOf(error),
    retry: () => void refetch(),
  };
}

function Back({ report, figures: { cover, logo, checkUrl } }: PageProps<BackFigures>) {
  const { plan, asked } = report;
  return (
    <section id="pcr-back" aria-label="Back page" data-page-label="Back page" className="pcr-page">
      <div aria-hidden className="absolute inset-y-0 right-0 w-[11mm]" style={{ background: 'var(--hero)' }} />
      <Contours x={230} y={210} step={29} turned />
      <div className="relative flex h-full flex-col" style={{ padding: '20mm 27mm 16mm 18mm' }}>
        {asked.code !== null && checkUrl !== null && (
          <Checkable report={report} code={asked.code} checkUrl={checkUrl} />
        )}
        {asked.code !== null && checkUrl === null && (
          <div
            className="mt-[98mm] rounded-lg border bg-surface px-8 py-7"
            style={{ borderColor: 'var(--brand-line)' }}
          >
            <h1 className="flex items-center gap-3 text-[21px] font-[650] leading-7 tracking-[-0.012em]">
              <Fingerprint size={26} className="text-brand" aria-hidden />
              The code of this report
            </h1>
            <p className="mt-4 font-mono text-[34px] font-semibold leading-10 tracking-[0.04em]">
              {inGroups(asked.code)}
            </p>
            <p className="mt-3 text-[14px] leading-[21px] text-ink-2">
              Quote this code to the fund. Its records name by it when this report was made, for whom, of which plan and
              period, and the digest of its file.
              {asked.moment !== null && ` Its figures are what was recorded by ${momentTime(asked.moment)}.`}
            </p>
            <p className="mt-4 text-pretty border-t pt-3 text-[12px] leading-[17px] text-ink-3">
              The code does not prove that what was recorded is right, nor can anyone read a member’s figures from it.
            </p>
          </div>
        )}
        <p className="mt-auto max-w-[470px] text-[14px] leading-[21px]">
          General information about the plan, not personal advice. It does not take account of anybody’s objectives,
          financial situation or needs; read the product disclosure statement before deciding.
        </p>
        <div className="mt-6 flex items-center gap-4 border-t-2 border-brand pt-4">
          {logo !== null && <img src={logo} alt="" className="h-[44px] max-w-[120px] object-contain" />}
          <p className="text-[12px] leading-[17px] text-ink-2">
            <b className="font-semibold text-ink">{cover.platformName}</b>, {plan.name}
            {[
              [cover.trusteeName, numbersOf(cover.trusteeAbn, cover.trusteeAfsl)],
              [cover.providerName, numbersOf(cover.providerAbn)],
            ].map(([name, numbers]) =>
              name ? (
                <span key={name} className="block">
                  {name}
                  {numbers && `, ${numbers}`}
                </span>
              ) : null,
            )}
          </p>
        </div>
      </div>
    </section>
  );
}

interface CheckableProps {
  report: Report;
  code: string;
  checkUrl: string;
}
/** How anybody who holds the paper checks it, and what that proves. A file cannot hold its own digest, so that stands at the address. */
function Checkable({ report: { period, asked }, code, checkUrl }: CheckableProps) {
  const address = `${checkUrl}?code=${code}`;
  const proves = [
    'Superscope made this report, and when.',
    'The file in front of you is unchanged to the last byte.',
    ...(asked.moment === null ? [] : [`Its figures are what was recorded by ${momentTime(asked.moment)}.`]),
  ];
  return (
    <div className="mt-[76mm] rounded-lg border bg-surface px-8 py-7" style={{ borderColor: 'var(--brand-line)' }}>
      <div className="flex items-start gap-6">
        <div className="min-w-0 flex-1">
          <h1 className="flex items-center gap-3 text-[21px] font-[650] leading-7 tracking-[-0.012em]">
            <ShieldCheck size={26} className="text-brand" aria-hidden />
            Anybody can check this report
          </h1>
          <p className="mt-4 text-[14px] leading-[21px] text-ink-2">Point a phone at the square, or open</p>
          <p className="text-[14px] font-semibold leading-[21px] text-brand wrap-anywhere">
            {checkUrl.replace(/^https?:\/\//, '')}
          </p>
          <p className="mt-2 text-[14px] leading-[21px] text-ink-2">and enter</p>
          <p className="whitespace-nowrap font-mono text-[28px] font-semibold leading-9">{inGroups(code)}</p>
        </div>
        <QrCode text={address} label={`QR code of ${address}`} side="38mm" quietZone={4} className="" />
      </div>
      <p className="mt-3 text-[14px] leading-[21px] text-ink-2">
        No sign-in is needed. Drop the PDF there and your own browser compares it; the file is never sent.
      </p>
      <div className="mt-4 grid grid-cols-2 gap-6 border-t pt-3 text-[12px] leading-[17px]">
        <div>
          <h2 className="font-semibold">What it proves</h2>
          <ol className="mt-1 list-decimal space-y-1 pl-4">
            {proves.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ol>
        </div>
        <div>
          <h2 className="font-semibold">What it does not prove or tell</h2>
          <ul className="mt-1 space-y-1 text-ink-2">
            <li>That what was recorded is right.</li>
            <li>Pages that somebody wrote: their words are not checked.</li>
            <li>A member’s figures: nobody can read them from code or digests.</li>
          </ul>
        </div>
      </div>
      <p className="mt-3 border-t pt-3 text-[12px] leading-[17px] text-ink-2">
        {date(period.start)} to {date(period.end)}, {asked.engagedOnly ? 'engaged members only' : 'all members'}. The
        digests of the PDF and of its figures are shown at the address.
      </p>
    </div>
  );
}

export const back = reportPage<BackFigures>({
  id: 'back',
  number: '',
  title: 'Back page',
  useFigures: ({ plan, asked }) =>
    mapLoaded(together(useParties(plan, asked.companyId), useCheckUrl()), ([parties, checkUrl]) => ({
      ...parties,
      checkUrl,
    })),
  isPublished: () => true,
  sentence: null,
  Body: Back,
});
