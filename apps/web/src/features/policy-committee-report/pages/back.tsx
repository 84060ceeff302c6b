import { Fingerprint } from 'lucide-react';
import { momentTime } from '../../../ui/format';
import { Contours } from '../kit/contours';
import { useParties, type Parties } from '../parties';
import { reportPage, type PageProps } from '../report-page';
import { numbersOf } from './cover';

function Back({ report: { plan, asked }, figures: { cover, logo } }: PageProps<Parties>) {
  return (
    <section id="pcr-back" aria-label="Back page" data-page-label="Back page" className="pcr-page">
      <div aria-hidden className="absolute inset-y-0 right-0 w-[11mm]" style={{ background: 'var(--hero)' }} />
      <Contours x={230} y={210} step={29} turned />
      <div className="relative flex h-full flex-col" style={{ padding: '20mm 27mm 16mm 18mm' }}>
        {asked.code !== null && (
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

/** K7QM3R9TWX4D becomes K7QM 3R9T WX4D. */
const inGroups = (code: string) => code.replace(/(.{4})(?=.)/g, '$1 ');

export const back = reportPage<Parties>({
  id: 'back',
  number: '',
  title: 'Back page',
  useFigures: ({ plan, asked }) => useParties(plan, asked.companyId),
  isPublished: () => true,
  sentence: null,
  Body: Back,
});
