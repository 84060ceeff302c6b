import { ExternalLink, FileSpreadsheet, FileText, LoaderCircle, type LucideIcon } from 'lucide-react';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import type { Offer, OfferGroup } from './offers';
import { Heading } from '../../ui/heading';

const ICONS: Record<Offer['format'], LucideIcon> = {
  CSV: FileSpreadsheet,
  PDF: FileText,
  Word: FileText,
  'new tab': ExternalLink,
};

/** Everything that can be downloaded or opened, in its groups. What cannot be had says why. */
export const OffersCard = ({ groups }: { groups: readonly OfferGroup[] }) => (
  <section aria-label="Download or open" className="card min-w-0 overflow-hidden">
    <div className="px-5 pb-3 pt-4">
      <CardHead title="Download or open" note="For what is chosen above" />
    </div>
    {groups.map(({ title, offers }) => (
      <section key={title} aria-label={title} className="border-t py-2">
        <Heading lower={1} className="px-5 pb-1 pt-1 text-sm font-semibold text-ink-2">
          {title}
        </Heading>
        <ul>
          {offers.map((offer) => (
            <li key={offer.label}>
              <OfferRow offer={offer} />
            </li>
          ))}
        </ul>
      </section>
    ))}
  </section>
);

const ROW =
  'settle flex min-h-9 w-full items-center gap-3 px-5 py-1.5 text-left text-base hover:bg-hover disabled:bg-transparent disabled:text-ink-3 pointer-coarse:min-h-11';

function OfferRow({ offer }: { offer: Offer }) {
  const { missing, from } = offer;
  if (missing !== null || typeof from !== 'string') return <FileRow offer={offer} />;
  return (
    <a href={from} target="_blank" rel="noreferrer" className={ROW}>
      <Content offer={offer} />
    </a>
  );
}

function FileRow({ offer }: { offer: Offer }) {
  const { label, missing, from } = offer;
  const { download, busy, failure } = useDownload();
  return (
    <>
      <button
        type="button"
        disabled={missing !== null}
        aria-disabled={busy || undefined}
        onClick={() => !busy && typeof from !== 'string' && void download(from)}
        className={ROW}
      >
        <Content offer={offer} busy={busy} />
      </button>
      <div className="px-5">
        <DownloadFailed what={label} failure={failure} />
      </div>
    </>
  );
}

function Content({ offer: { label, note, format, missing }, busy = false }: { offer: Offer; busy?: boolean }) {
  const Icon = busy ? LoaderCircle : ICONS[format];
  return (
    <>
      <Icon
        size={16}
        aria-hidden
        className={cx('shrink-0', missing === null ? 'text-brand' : 'text-ink-3', busy && 'motion-safe:animate-spin')}
      />
      <span className="min-w-0 flex-1">
        {label}
        {note !== undefined && <span className="block text-sm text-ink-3">{note}</span>}
      </span>
      <span className="shrink-0 text-sm text-ink-3">{missing ?? (busy ? 'Preparing…' : format)}</span>
    </>
  );
}
