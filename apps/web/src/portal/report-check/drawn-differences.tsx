import type { ComparedDrawings, DifferingPage, PageRegion } from '@superscope/contracts/report-check';
import { number } from '../../ui/format';

const third = (middle: number): 0 | 1 | 2 => (middle < 1 / 3 ? 0 : middle < 2 / 3 ? 1 : 2);
const ACROSS = ['left', '', 'right'] as const;
const DOWN = ['upper', '', 'lower'] as const;
/** From this part of a page on, a region is most of it. */
const MOST = 0.6;

/** 'a region at the upper right' */
function regionText({ left, top, width, height }: PageRegion): string {
  if (width * height >= MOST) return 'most of the page';
  const across = ACROSS[third(left + width / 2)];
  const down = DOWN[third(top + height / 2)];
  if (across === '') return `a region ${down === '' ? 'in the middle' : `in the ${down} part`}`;
  return `a region at the ${[down, across].filter(Boolean).join(' ')}`;
}

/** 'Page 5: a region at the upper right differs' */
function differenceText({ made, given, regions }: DifferingPage): string {
  if (given === null) return `Page ${made} is missing`;
  if (made === null) return `Page ${given} was added`;
  const page = made === given ? `Page ${given}` : `Page ${given}, made as page ${made}`;
  const texts = [...new Set(regions.map(regionText))];
  const said = regions.length === 1 ? texts[0]! : `${number(regions.length)} regions`;
  const where = regions.length > 1 ? ` (${texts.map((text) => text.replace(/^a region /, '')).join(', ')})` : '';
  return `${page}: ${said}${where} ${regions.length === 1 ? 'differs' : 'differ'}`;
}

/** Where the pages of an edited file look otherwise than they were made: in words, and with pictures of the pages. */
export function DrawnDifferences({ of: { pages, differing, endedAt } }: { of: ComparedDrawings }) {
  const { made, given } = pages;
  return (
    <div className="mt-2">
      {made !== given && (
        <p>
          It has {number(given)} page{given === 1 ? '' : 's'}; the report was made with {number(made)}.
        </p>
      )}
      {differing.length > 0 && (
        <ul aria-label="What looks different" className="mt-1 space-y-3">
          {differing.map((page) => (
            <li key={`${page.made} ${page.given}`}>
              {differenceText(page)}
              {page.picture !== null && (
                <div className="mt-1.5 grid max-w-2xl grid-cols-1 gap-3 sm:grid-cols-2">
                  <Picture
                    of={page.picture}
                    regions={page.regions}
                    caption="In this file"
                    alt={`Page ${page.given} of this file`}
                  />
                  {page.madePicture !== null && (
                    <Picture
                      of={page.madePicture}
                      regions={page.regions}
                      caption="As it was made"
                      alt={`Page ${page.made} as it was made`}
                    />
                  )}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {endedAt !== null && (
        <p className="mt-1 text-ink-2">
          {endedAt === 1
            ? 'The looks of its pages were not compared: '
            : `The looks of its pages were compared up to page ${number(endedAt - 1)} only: `}
          page {number(endedAt)} takes too long to draw, or cannot be drawn.
        </p>
      )}
    </div>
  );
}

interface PictureProps {
  of: string;
  regions: readonly PageRegion[];
  caption: string;
  alt: string;
}
const percent = (part: number): string => `${part * 100}%`;

function Picture({ of, regions, caption, alt }: PictureProps) {
  return (
    <figure>
      <figcaption className="text-sm text-ink-3">{caption}</figcaption>
      <div className="relative mt-0.5 border">
        <img src={of} alt={alt} className="block w-full" />
        {regions.map(({ left, top, width, height }) => (
          <div
            key={`${left} ${top}`}
            aria-hidden
            className="absolute border-2 border-danger outline outline-2 outline-surface"
            style={{ left: percent(left), top: percent(top), width: percent(width), height: percent(height) }}
          />
        ))}
      </div>
    </figure>
  );
}
