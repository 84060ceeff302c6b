import {
  Fragment,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from 'react';
import { useUnfinished } from '../../ui/unfinished';
import '../page-file/names.css';
import { paginate, type Measured } from './paginate';

/** Marks the element of a part, so that it is measured. */
export interface PartMark {
  'data-part': number;
}

/** The smallest thing that stands on one sheet. */
export interface FlowPart {
  key: string;
  draw: (mark: PartMark) => ReactElement;
  /** Of a part that is left out where there is no room for it: the smallest stand first. */
  rank?: number;
}

/** The parts of a group that stand on one sheet. Counted from 0 in their group. */
export interface GroupRun {
  first: number;
  last: number;
  children: ReactNode;
}

/** Parts under one head, which is repeated where they go on on another sheet. */
export interface FlowGroup {
  key: string;
  parts: readonly FlowPart[];
  /** Draws head and frame around the parts of one sheet in one element. */
  around: (run: GroupRun) => ReactElement;
}

/** One of the sheets that a text takes. */
export interface Sheet {
  /** Counted from 0. */
  at: number;
  of: number;
  /** The parts on it, by group; groups without any are not named. */
  runs: readonly { key: string; first: number; last: number }[];
  body: ReactNode;
}

interface Props {
  /** The same object for the same content: another one is measured anew. */
  groups: readonly FlowGroup[];
  /** Draws a sheet around its body, which takes all the height that is left. */
  children: (sheet: Sheet) => ReactNode;
}

interface Layout {
  /** For what it was made. */
  groups: readonly FlowGroup[];
  fonts: boolean;
  measured: Measured;
  /** The height of each sheet's body, CSS pixels. */
  rooms: readonly number[];
  sheets: readonly (readonly number[])[];
}

/**
 * Groups of parts, on as many sheets as they need. They are drawn on one sheet and measured there, in the fonts of the document. A sheet's
 * height is known once it is drawn, so they may be distributed twice. All of it happens before anything is painted or announced.
 */
export function Flowing({ groups, children }: Props) {
  const fonts = useFonts();
  useUnfinished(fonts ? null : 'loading');
  const root = useRef<(HTMLDivElement | null)[]>([]);
  const [made, setMade] = useState<Layout | null>(null);
  const layout = made?.groups === groups && made.fonts === fonts ? made : null;
  const parts = useMemo(
    () => groups.flatMap((group) => group.parts.map((part, index) => ({ group, part, index }))),
    [groups],
  );
  const sheets = useMemo(() => layout?.sheets ?? [parts.map((_, index) => index)], [layout, parts]);

  useLayoutEffect(() => {
    const rooms = root.current.slice(0, sheets.length).map((room) => room?.getBoundingClientRect().height ?? 0);
    if (layout !== null && rooms.every((height, at) => height > (layout.rooms[at] ?? Infinity) - 1)) return;
    const measured = layout?.measured ?? measure(root.current[0]!, groups);
    // A room that is not known yet was taken to be like the one before. Rooms only shrink, so this ends.
    const known = layout === null ? rooms : rooms.map((height, at) => Math.min(height, layout.rooms[at] ?? height));
    setMade({ groups, fonts, measured, rooms: known, sheets: paginate(measured, known) });
  }, [sheets, layout, groups, fonts]);

  return sheets.map((indexes, at) => {
    const runs = groups.flatMap((group) => {
      const here = indexes.map((index) => ({ ...parts[index]!, mark: index })).filter((each) => each.group === group);
      return here.length === 0 ? [] : [{ group, here, first: here[0]!.index, last: here.at(-1)!.index }];
    });
    const body = (
      <div
        ref={(element) => {
          root.current[at] = element;
        }}
        className="flex min-h-0 flex-1 flex-col gap-[14px]"
      >
        {runs.map(({ group, here, first, last }) => (
          <Fragment key={group.key}>
            {group.around({
              first,
              last,
              children: here.map(({ part, mark }) => (
                <Fragment key={part.key}>{part.draw({ 'data-part': mark })}</Fragment>
              )),
            })}
          </Fragment>
        ))}
      </div>
    );
    const sheet: Sheet = {
      at,
      of: sheets.length,
      runs: runs.map(({ group: { key }, first, last }) => ({ key, first, last })),
      body,
    };
    return <Fragment key={at}>{children(sheet)}</Fragment>;
  });
}

/** What everything takes while it stands on one sheet. */
function measure(room: HTMLElement, groups: readonly FlowGroup[]): Measured {
  const boxes = [...room.children].map((element) => ({
    box: element.getBoundingClientRect(),
    parts: [...element.querySelectorAll('[data-part]')].map((part) => part.getBoundingClientRect()),
  }));
  const drawn = groups.filter(({ parts }) => parts.length > 0);
  return {
    groups: boxes.map(({ box, parts }) => ({
      head: (parts[0]?.top ?? box.bottom) - box.top,
      tail: box.bottom - (parts.at(-1)?.bottom ?? box.bottom),
    })),
    parts: boxes.flatMap(({ parts }, group) =>
      parts.map((part, index) => ({
        group,
        height: part.height,
        gap: index === 0 ? 0 : part.top - parts[index - 1]!.bottom,
        rank: drawn[group]!.parts[index]!.rank,
      })),
    ),
    between: boxes.length < 2 ? 0 : boxes[1]!.box.top - boxes[0]!.box.bottom,
  };
}

const fontSet = (): FontFaceSet | undefined => document.fonts;
const onFonts = (changed: () => void) => {
  fontSet()?.addEventListener('loadingdone', changed);
  return () => fontSet()?.removeEventListener('loadingdone', changed);
};
/** Whether the letters have their measures. Older browsers, which have no list of fonts, do not tell. */
export const useFonts = (): boolean => useSyncExternalStore(onFonts, () => fontSet()?.status !== 'loading');
