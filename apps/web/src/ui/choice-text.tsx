import { placeInName } from '@superscope/contracts/name-search';
import { cx } from './class-names';

export interface Choice {
  id: string;
  name: string;
  /** In small print below the name, such as the platform of a plan. */
  under?: string;
  /** Drawn at the right, such as a number of members. */
  note?: string;
  /** Three columns after the name, or below it in a narrow list, such as a number, a birth date and an employer. */
  details?: readonly Detail[];
}

interface Detail {
  text: string;
  /** The end of the text that tells the choice from others of the same name, in bold. */
  strong?: string;
}

/** What a list says of a choice, with the typed text (`part`) in bold. It stands in a row that is an `@container`. */
export const ChoiceText = ({ choice, part }: { choice: Choice; part: string }) => (
  <>
    {/* Details stand below the name in a narrow list, because cut off they would tell nobody apart. */}
    <span
      className={cx(
        'min-w-0 flex-1',
        choice.details !== undefined && '@xl:grid @xl:grid-cols-[5fr_3fr_2fr_4fr] @xl:items-baseline @xl:gap-3',
      )}
    >
      <span className={cx('block min-w-0', choice.details !== undefined && 'font-semibold')}>
        <Matched name={choice.name} part={part} />
        {choice.under !== undefined && (
          <span className="block text-sm font-normal text-ink-3">
            <Matched name={choice.under} part={part} />
          </span>
        )}
        {/* Beside the columns it would move those of its own line. */}
        {choice.details !== undefined && choice.note !== undefined && (
          <span className="block text-sm font-normal text-ink-3">{choice.note}</span>
        )}
      </span>
      {choice.details && (
        <span className="flex min-w-0 flex-wrap gap-x-4 text-sm text-ink-2 @xl:contents @xl:text-base">
          {choice.details.map((detail, i) => (
            <span
              key={i}
              className={cx(
                'min-w-0 wrap-anywhere empty:hidden @xl:text-base @xl:empty:block',
                i === choice.details!.length - 1 && 'basis-full',
              )}
            >
              <DetailText detail={detail} part={part} />
            </span>
          ))}
        </span>
      )}
    </span>
    {choice.details === undefined && choice.note !== undefined && (
      <span className="shrink-0 text-sm text-ink-3">{choice.note}</span>
    )}
  </>
);

function DetailText({ detail: { text, strong }, part }: { detail: Detail; part: string }) {
  if (strong === undefined || strong === '') return <Matched name={text} part={part} />;
  return (
    <>
      {text.slice(0, -strong.length)}
      <b className="font-[650] text-ink">{strong}</b>
    </>
  );
}

/** The name with the typed text in bold. */
function Matched({ name, part }: { name: string; part: string }) {
  const place = placeInName(name, part);
  if (place === null) return name;
  const [from, to] = place;
  return (
    <>
      {name.slice(0, from)}
      <b className="font-[650]">{name.slice(from, to)}</b>
      {name.slice(to)}
    </>
  );
}
