/** What is told of an alert. */
export const alertNews = ['began', 'again', 'ended'] as const;
export type AlertNews = (typeof alertNews)[number];

/** An alert from its beginning until nobody needs to hear of it any more. Instants are in milliseconds. */
export interface Episode {
  /** When it was first found. It names the episode. */
  since: number;
  /** Since when nothing was found any more; null while something is. */
  quietSince: number | null;
  /** How often something was told, so that each message has a name of its own. */
  tells: number;
  /** When its beginning was told, and when anything was told last; null before. */
  begunToldAt: number | null;
  toldAt: number | null;
  /** What concerned it when it was told last. */
  toldOf: readonly string[];
  /** When its end was told; null before. An episode is kept for a day afterwards, because of `begins`. */
  endedAt: number | null;
  /** When episodes of this check began to be told within the last day. */
  begins: readonly number[];
}

/** What a look found. */
export interface Sight {
  /** Null while all is well. Only what fires begins an episode; one that began lasts until nothing is found any more. */
  found: 'fires' | 'pending' | null;
  /** Since when it is found, if that is known. */
  since: number | null;
  /** What concerns it, one by one. */
  concerns: readonly string[];
  isInHand: boolean;
  isMuted: boolean;
}

/** A check must fire for this long before it is told. */
export const beginsAfterMs = 60_000;
/** A check must be quiet for this long before its end is told; one that comes and goes, for longer. */
const endsAfterMs = 5 * 60_000;
const restlessEndsAfterMs = 60 * 60_000;
/** From this many beginnings within a day on, a check counts as one that comes and goes. */
const restlessFrom = 3;
/** What comes to an alert later is told no more often than this. */
const moreAfterMs = 60 * 60_000;
export const dayMs = 24 * 60 * 60_000;

const begun = (since: number, begins: readonly number[]): Episode => ({
  since,
  quietSince: null,
  tells: 0,
  begunToldAt: null,
  toldAt: null,
  toldOf: [],
  endedAt: null,
  begins,
});

/**
 * How an episode goes on after a look at a moment, and what is to be told; null once nothing needs to be remembered. Telling is the caller's,
 * who then takes the episode of `told`. A look that was not possible is no look.
 */
export function afterLook(
  before: Episode | null,
  sight: Sight,
  now: number,
): { episode: Episode | null; tell: AlertNews | null } {
  const begins = (before?.begins ?? []).filter((at) => now - at < dayMs);
  const current = before?.endedAt === null ? { ...before, begins } : null;
  if (current === null) {
    if (sight.found === 'fires') return whileFound(begun(Math.min(sight.since ?? now, now), begins), sight, now);
    return { episode: begins.length === 0 ? null : { ...before!, begins }, tell: null };
  }
  return sight.found === null ? whileQuiet(current, sight, now) : whileFound(current, sight, now);
}

function whileFound(current: Episode, { found, concerns, isInHand, isMuted }: Sight, now: number) {
  const episode = { ...current, quietSince: null };
  if (found !== 'fires' || isMuted || isInHand) return { episode, tell: null };
  if (episode.begunToldAt === null)
    return { episode, tell: now - episode.since >= beginsAfterMs ? ('began' as const) : null };
  const sinceTold = now - episode.toldAt!;
  const isMore = concerns.some((each) => !episode.toldOf.includes(each));
  if (isMore && sinceTold >= moreAfterMs) return { episode, tell: 'began' as const };
  return { episode, tell: sinceTold >= dayMs ? ('again' as const) : null };
}

function whileQuiet(current: Episode, { isMuted }: Sight, now: number) {
  const { begins } = current;
  // Nobody heard of it.
  if (current.begunToldAt === null) {
    const episode = begins.length === 0 ? null : { ...current, endedAt: now };
    return { episode, tell: null };
  }
  const episode = { ...current, quietSince: current.quietSince ?? now };
  const holds = begins.length >= restlessFrom ? restlessEndsAfterMs : endsAfterMs;
  return { episode, tell: !isMuted && now - episode.quietSince >= holds ? ('ended' as const) : null };
}

/** The episode once something was told of it. */
export const told = (episode: Episode, news: AlertNews, concerns: readonly string[], now: number): Episode => ({
  ...episode,
  tells: episode.tells + 1,
  toldAt: now,
  toldOf: [...new Set([...episode.toldOf, ...concerns])],
  ...(episode.begunToldAt === null && news !== 'ended' && { begunToldAt: now, begins: [...episode.begins, now] }),
  ...(news === 'ended' && { endedAt: now }),
});
