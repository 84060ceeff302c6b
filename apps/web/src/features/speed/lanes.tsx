import type { Speed, SpeedLaneTimes } from '@superscope/contracts/speed';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../../ui/class-names';
import { date, dateTime } from '../../ui/format';
import { beforeKept, DAY_MS, daysOn, HOUR_MS, knownAt, placeOn, pointAt, runsOf, type Axis } from './axis-of-time';
import { happeningsOf, LANES, msText, type Happening } from './speed-words';
import { Heading } from '../../ui/heading';

export type Percentile = 'p50' | 'p95';

const HEIGHT = 54;
const SHAPE = 'grid grid-cols-[minmax(0,1fr)_auto] border-t md:grid-cols-[9.5rem_minmax(0,1fr)_8rem]';
const DRAWING = 'relative order-3 col-span-2 overflow-hidden md:order-none md:col-span-1 md:border-x';

interface Props {
  speed: Speed;
  percentile: Percentile;
}

/** All lanes on one axis of time, with one moment that is moved through all of them. */
export function Lanes({ speed, percentile }: Props) {
  const { from, to, lanes, stepMinutes } = speed;
  const axis: Axis = { from: Date.parse(from), to: Date.parse(to) };
  const [chosen, setMoment] = useState<number | null>(null);
  const moment = Math.min(axis.to, Math.max(axis.from, chosen ?? axis.to));
  const move = (at: number) => setMoment(Math.min(axis.to, Math.max(axis.from, at)));
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = {
      ArrowRight: moment + HOUR_MS,
      ArrowUp: moment + HOUR_MS,
      ArrowLeft: moment - HOUR_MS,
      ArrowDown: moment - HOUR_MS,
      PageUp: moment + DAY_MS,
      PageDown: moment - DAY_MS,
      Home: axis.from,
      End: axis.to,
    }[event.key];
    if (moved === undefined) return;
    event.preventDefault();
    move(moved);
  };
  const happenings = happeningsOf(speed);
  const reading = readingAt(speed, happenings, moment, percentile);
  const line = <Line place={placeOn(axis, moment)} />;
  const started = happenings.filter(({ lasts }) => !lasts);
  return (
    <>
      <div className="border-t px-4 py-3 sm:px-5">
        <input
          type="range"
          aria-label="Moment"
          aria-valuetext={reading}
          min={axis.from}
          max={axis.to}
          step={1}
          value={moment}
          onChange={({ target }) => move(Number(target.value))}
          onKeyDown={onKeyDown}
          className="block h-6 w-full accent-brand pointer-coarse:h-11"
        />
        <p className="mt-1 text-base" aria-hidden>
          {reading}
        </p>
        <p className="text-sm text-ink-3">Arrow keys move the moment by an hour; Page Up and Page Down, by a day.</p>
      </div>
      <div className={cx(SHAPE, 'hidden bg-sunken text-xs text-ink-3 md:grid')} aria-hidden>
        <span />
        <span className="relative h-7 border-x">
          {daysOn(axis).map(({ day, at }) => (
            <span key={day} className="absolute top-1.5 pl-1" style={{ left: `${placeOn(axis, at)}%` }}>
              {date(day).slice(0, 5)}
            </span>
          ))}
        </span>
        <span className="px-3 py-1.5 text-right font-semibold text-ink-2">Since / before</span>
      </div>
      {lanes.map((lane) => (
        <Lane key={lane.lane} lane={lane} speed={speed} axis={axis} percentile={percentile} stepMinutes={stepMinutes}>
          {line}
        </Lane>
      ))}
      <Spans name="Releases, starts" note="of api, projector, relay" of={started} speed={speed} axis={axis}>
        {line}
      </Spans>
      {(['Import', 'Alert'] as const).map((kind) => (
        <Spans
          key={kind}
          name={`${kind}s`}
          isAlwaysKnown={kind === 'Import'}
          note={kind === 'Import' ? 'from start to end' : 'while they fired'}
          of={happenings.filter((each) => each.kind === kind)}
          speed={speed}
          axis={axis}
        >
          {line}
        </Spans>
      ))}
    </>
  );
}

/** All lanes at a moment, in words. */
function readingAt(speed: Speed, happenings: readonly Happening[], moment: number, percentile: Percentile) {
  const { lanes, stepMinutes } = speed;
  const at = new Date(moment).toISOString();
  const times = lanes.flatMap(({ lane, points }) => {
    const point = pointAt(points, moment, stepMinutes);
    return point === undefined ? [] : [`${LANES[lane].name} ${msText(point[percentile])}`];
  });
  const without = { before: 'Before the first kept minute', gap: 'No times were kept', kept: 'Nothing was timed' };
  const lasting = happenings.filter(({ lasts, from, to }) => lasts && from <= at && (to === null || at <= to));
  const said = [
    times.length > 0 ? times.join(', ') : without[knownAt(speed, moment)],
    ...lasting.map(({ kind, what }) => `${kind} ${what}`),
  ];
  return `${dateTime(at)}: ${said.join('. ')}.`;
}

const Line = ({ place }: { place: number }) => (
  <i
    className="pointer-events-none absolute inset-y-0 w-px bg-ink"
    style={{ left: `min(${place}%, calc(100% - 1px))` }}
  />
);

interface GroundProps {
  speed: Pick<Speed, 'gaps' | 'keptSince' | 'from' | 'to'>;
  axis: Axis;
}

const Days = ({ axis }: { axis: Axis }) =>
  daysOn(axis).map(({ day, at }) => (
    <i key={day} className="absolute inset-y-0 w-px bg-line" style={{ left: `${placeOn(axis, at)}%` }} />
  ));

/** A shade before the first kept minute, and hatching where nothing was kept since: neither is zero. */
function Ground({ speed, axis }: GroundProps) {
  const before = beforeKept(speed);
  return (
    <>
      <Days axis={axis} />
      {before !== null && (
        <i
          className="absolute inset-y-0 left-0 border-r border-dashed border-line-strong bg-sunken"
          style={{ width: `${placeOn(axis, before.to)}%` }}
        />
      )}
      {speed.gaps.map((gap) => {
        const [left, right] = [placeOn(axis, Date.parse(gap.from)), placeOn(axis, Date.parse(gap.to))];
        return (
          <i
            key={gap.from}
            className="hatched absolute inset-y-0"
            style={{ left: `${left}%`, width: `max(1px, ${right - left}%)` }}
          />
        );
      })}
    </>
  );
}

const Named = ({ name, note }: { name: string; note: string }) => (
  <div className="px-4 py-2 sm:px-5 md:pr-2">
    <Heading lower={1} className="text-base font-semibold leading-[18px]">
      {name}
    </Heading>
    <p className="text-sm leading-4 text-ink-3">{note}</p>
  </div>
);

interface LaneProps extends Props {
  lane: SpeedLaneTimes;
  axis: Axis;
  stepMinutes: number;
  children: ReactNode;
}

function Lane({
  lane: { lane, points, since, before, isSlower },
  speed,
  axis,
  percentile,
  stepMinutes,
  children,
}: LaneProps) {
  const { name, note } = LANES[lane];
  const most = Math.max(1, ...points.map((point) => point[percentile]));
  const middle = (stepMinutes * 60_000) / 2;
  const path = runsOf(points, stepMinutes, speed.gaps)
    .map((run) =>
      run
        .map((point, at) => {
          const x = 10 * placeOn(axis, Date.parse(point.at) + middle);
          const y = HEIGHT - 4 - (point[percentile] / most) * (HEIGHT - 12);
          // A single point has a line of no length, whose round end is a dot.
          return `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}${run.length === 1 ? 'h0' : ''}`;
        })
        .join(''),
    )
    .join('');
  return (
    <section className={SHAPE} aria-label={name}>
      <Named name={name} note={note} />
      <div className={DRAWING} aria-hidden>
        <Ground speed={speed} axis={axis} />
        <Drawn path={path} stroke="var(--plot)" />
        {isSlower && (
          <span
            className="absolute inset-0"
            style={{ clipPath: `inset(0 0 0 ${placeOn(axis, Date.parse(speed.since))}%)` }}
          >
            <i className="absolute inset-0 bg-attention-soft" />
            <Drawn path={path} stroke="var(--attention)" />
          </span>
        )}
        {children}
      </div>
      <div className="px-4 py-2 text-right md:px-3">
        <p className={cx('text-base font-semibold leading-[18px]', isSlower && 'text-attention')}>
          <span className="sr-only">Since then </span>
          {since === null ? '–' : msText(since[percentile])}
        </p>
        <p className="text-sm leading-4 text-ink-3">
          <span className="sr-only">before </span>
          {before === null ? '–' : msText(before[percentile])}
        </p>
      </div>
    </section>
  );
}

const Drawn = ({ path, stroke }: { path: string; stroke: string }) => (
  <svg viewBox={`0 0 1000 ${HEIGHT}`} preserveAspectRatio="none" className="relative block h-[54px] w-full">
    <path
      d={path}
      fill="none"
      stroke={stroke}
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
  </svg>
);

const TONES = { Release: 'bg-brand', Start: 'bg-ink-3', Import: 'bg-info', Alert: 'bg-danger' };

interface SpansProps extends GroundProps {
  name: string;
  note: string;
  of: readonly Happening[];
  /** Imports are kept by themselves, also while no times were. */
  isAlwaysKnown?: boolean;
  children: ReactNode;
}

function Spans({ name, note, of, isAlwaysKnown = false, speed, axis, children }: SpansProps) {
  const lasting = of.filter(({ to }) => to === null).length;
  return (
    <section className={SHAPE} aria-label={name}>
      <Named name={name} note={note} />
      <div className={cx(DRAWING, 'min-h-[38px]')} aria-hidden>
        {isAlwaysKnown ? <Days axis={axis} /> : <Ground speed={speed} axis={axis} />}
        {of.map(({ kind, what, from, to }) => {
          const left = placeOn(axis, Date.parse(from));
          const right = to === null ? 100 : placeOn(axis, Date.parse(to));
          return (
            <span
              key={`${kind} ${what} ${from}`}
              title={`${kind} ${what}, ${dateTime(from)}`}
              className={cx('absolute top-1/2 h-4 -translate-y-1/2 rounded-[3px]', TONES[kind])}
              style={{ left: `min(${left}%, calc(100% - 5px))`, width: `max(5px, ${right - left}%)` }}
            />
          );
        })}
        {children}
      </div>
      <div className="px-4 py-2 text-right md:px-3">
        <p className="text-base font-semibold leading-[18px]">{of.length}</p>
        <p className="text-sm leading-4 text-ink-3">{lasting > 0 ? `${lasting} not ended` : 'all told'}</p>
      </div>
    </section>
  );
}
