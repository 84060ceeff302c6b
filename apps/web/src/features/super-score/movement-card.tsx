import { useMemo, useRef, useState } from 'react';
import type { View } from '../../portal/analytics/figures-view';
import { ChartActions } from '../../portal/cards/chart-actions';
import { useFileOrigin } from '../../portal/files/file-origin';
import { countText } from '../../portal/figures/figure-text';
import { FigureCard } from '../../portal/cards/figure-card';
import { useBeginsAsTable } from '../../ui/as-file';
import { Card, CardHead } from '../../ui/card';
import { date, longMonth, number } from '../../ui/format';
import { saveCsv } from '../../ui/save-csv';
import { savePng } from '../../ui/save-png';
import { Segmented } from '../../ui/segmented';
import { Bone, NoData } from '../../ui/states';
import { useRoomy } from '../../ui/use-roomy';
import { FlowDrawing, type Focus } from './flow-drawing';
import { FlowTable } from './flow-table';
import { lastOfMonth } from '../../portal/period/period';
import { quarterEndsOf } from '../../portal/movement/quarter-ends';
import { atAim, bandName, movesOf, type Direction, type ScoreFlow } from '../../portal/movement/score-flow-model';
import { useMovement } from '../../portal/movement/use-movement';

const TITLE = 'How members moved between scores';
const HELP =
  'Follow a band from left to right: the wider a flow, the more members took it. Strong colour: members who moved up.';
const HATCHED = 'Hatched ends: members whose flows are not published, or who joined or left.';
const FOCUSES = [
  { value: 'all', label: 'All' },
  { value: 'up', label: 'Moved up' },
  { value: 'down', label: 'Moved down' },
] as const;
/** Height in pixels where a pointer or arrow keys explore the drawing. Phones scroll through the lower one. */
const INTERACTIVE_HEIGHT = 800;
const HEIGHT = 500;
interface Props {
  view: View;
  /** yyyy-MM of the plan's first figures. */
  firstMonth: string;
}

export function MovementCard({ view, firstMonth }: Props) {
  const ends = useMemo(() => quarterEndsOf(view, firstMonth), [view, firstMonth]);
  const why = view.engaged
    ? 'How members moved between scores is published of all members, not of the engaged alone. Switch Engaged off to see it.'
    : ends.length < 2
      ? 'How members moved between scores is shown from one quarter end to the next. It needs two quarter ends with figures.'
      : null;
  if (why === null) return <Movement view={view} ends={ends} />;
  return (
    <Card aria-label={TITLE} className="mt-4">
      <CardHead title={TITLE} />
      <NoData className="mt-4 min-h-48">{why}</NoData>
    </Card>
  );
}

function Movement({ view, ends }: { view: View; ends: readonly string[] }) {
  const figures = useMovement(view, ends);
  const [focus, setFocus] = useState<Focus>('all');
  const [asTable, setAsTable] = useState(useBeginsAsTable());
  const drawing = useRef<SVGSVGElement>(null);
  const isRoomy = useRoomy();
  const { data, refusal } = figures;
  const told = data?.flows.some(({ count }) => count.value !== null) ?? false;
  const origin = useFileOrigin();
  const mayBeKept = told && view.audience === 'employer';
  if (refusal !== null) {
    return (
      <Card aria-label={TITLE} className="mt-4">
        <CardHead title={TITLE} />
        <NoData className="mt-4 min-h-48">{refusal}.</NoData>
      </Card>
    );
  }
  return (
    <FigureCard
      title={TITLE}
      what="This chart"
      figures={figures}
      className="mt-4"
      head={
        <CardHead
          stacks
          title={TITLE}
          note={view.audience === 'staff' ? HELP : `${HELP} ${HATCHED}`}
          right={
            <div className="flex flex-wrap items-center justify-end gap-2">
              <Segmented label="Flows in strong colour" options={FOCUSES} value={focus} onChange={setFocus} />
              <ChartActions
                asTable={asTable}
                onTable={setAsTable}
                onCsv={
                  mayBeKept
                    ? () => saveCsv('superscore-movement', [...origin.csvHead(TITLE, daysOf(data!)), ...csvOf(data!)])
                    : undefined
                }
                onPng={
                  mayBeKept && !asTable
                    ? () =>
                        void savePng({
                          drawing: drawing.current!,
                          name: 'superscore-movement',
                          title: TITLE,
                          items: [],
                          foot: origin.foot(TITLE, daysOf(data!)),
                        })
                    : undefined
                }
              />
            </div>
          }
        />
      }
      bones={<Bone className="mt-4 h-[500px] w-full !rounded-md" />}
      nothing={() => (told ? null : 'Nothing is published of how members moved between these quarter ends.')}
      nothingClassName="mt-4 min-h-48"
    >
      {(of) => (
        <>
          {asTable ? (
            <FlowTable of={of} />
          ) : (
            <div className="mt-4">
              <FlowDrawing
                of={of}
                focus={focus}
                height={isRoomy ? INTERACTIVE_HEIGHT : HEIGHT}
                label={`${TITLE}. Arrow keys go from flow to flow; the same figures are in the table view.`}
                drawingRef={drawing}
              />
            </div>
          )}
          <Facts of={of} exact={view.audience === 'staff'} />
        </>
      )}
    </FigureCard>
  );
}

/** The quarter ends that the flows lie between: the page's own day may be a later month's. */
const daysOf = ({ ends }: ScoreFlow): string => `${date(lastOfMonth(ends[0]!))} to ${date(lastOfMonth(ends.at(-1)!))}`;

const csvOf = ({ ends, flows, nodes }: ScoreFlow) => [
  ['From', 'To', 'Score from', 'Score to', 'Members'],
  ...flows.map(({ column, from, to, count }) => [
    lastOfMonth(ends[column]!),
    lastOfMonth(ends[column + 1]!),
    bandName(from),
    bandName(to),
    count.value ?? countText(count),
  ]),
  // Members who joined or left are published without their band.
  ...nodes.flatMap(({ column, key, count }) =>
    key === 'Joined'
      ? [[lastOfMonth(ends[column]!), lastOfMonth(ends[column + 1]!), key, '', count.value ?? countText(count)]]
      : key === 'Left'
        ? [[lastOfMonth(ends[column - 1]!), lastOfMonth(ends[column]!), '', key, count.value ?? countText(count)]]
        : [],
  ),
];

/** The totals of the published flows, without the small ones. */
function Facts({ of, exact }: { of: ScoreFlow; exact: boolean }) {
  const last = of.ends.length - 1;
  const [before, now] = [atAim(of, 0), atAim(of, last)];
  const shown = exact ? '' : ', in the flows shown';
  const facts: { figure: string; what: string; note: string | null }[] = [
    moves(of, 'up', `times a member moved up a band or more${shown}`),
    moves(of, 'down', `times a member moved down${shown}`),
    left(of),
    ...(now === null
      ? []
      : [
          {
            figure: number(now),
            what: `members at 3 stars or more in ${longMonth(of.ends[last]!)}`,
            note: before === null ? null : `${number(before)} in ${longMonth(of.ends[0]!)}`,
          },
        ]),
  ];
  return (
    <ul className="mt-3 grid gap-3 border-t pt-4 md:grid-cols-2 xl:grid-cols-4">
      {facts.map(({ figure, what, note }) => (
        <li key={what} className="text-base text-ink-2">
          <b className="mr-1.5 text-lg font-semibold text-ink">{figure}</b>
          {what}
          {note && <span className="block text-sm text-ink-3">{note}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Who left over all steps, and in each of them: the steps of a drawing are of different lengths. */
function left({ ends, nodes }: ScoreFlow) {
  const steps = nodes.filter(({ key }) => key === 'Left');
  const span = `between ${longMonth(ends[0]!)} and ${longMonth(ends.at(-1)!)}`;
  const told = steps.every(({ count }) => count.value !== null);
  const sum = steps.reduce((all, { count }) => all + (count.value ?? 0), 0);
  return {
    figure: told ? number(sum) : 'Not published:',
    what: told ? `members left ${span}` : `how many members left ${span}`,
    note:
      steps.length < 2
        ? null
        : steps.map(({ column, count }) => `${countText(count)} by ${longMonth(ends[column]!)}`).join(', then '),
  };
}

function moves(of: ScoreFlow, direction: Direction, what: string) {
  const { members, largest } = movesOf(of, direction);
  const stars = (key: string) => bandName(key).replace(' stars', '');
  return {
    figure: number(members),
    what,
    note: largest && `Most from ${stars(largest.from)} to ${stars(largest.to)} stars`,
  };
}
