import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.fixture.js';
import { afterLook, told, type AlertNews, type Episode, type Sight } from './alert-episode.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const quiet: Sight = { found: null, since: null, concerns: [], isInHand: false, isMuted: false };
const fires: Sight = { ...quiet, found: 'fires' };

/** Looks each minute, and what was told in which minute. */
function play(looks: readonly (readonly [minutes: number, Sight])[]): string[] {
  let episode: Episode | null = null;
  let now = 0;
  const said: string[] = [];
  for (const [minutes, sight] of looks)
    for (let at = 0; at < minutes; at += 1, now += minute) {
      const after = afterLook(episode, sight, now);
      episode = after.episode;
      if (after.tell === null) continue;
      episode = told(episode!, after.tell, sight.concerns, now);
      said.push(`${after.tell} ${now / minute}`);
    }
  return said;
}

describe('an alert', () => {
  it('is told once when it begins, each day while it lasts, and once when it ends', () => {
    expect(
      play([
        [2 * 1440 + 10, fires],
        [20, quiet],
      ]),
    ).toEqual(['began 1', 'again 1441', 'again 2881', 'ended 2895']);
  });

  it('that is over within a minute, or only about to come, is not told', () => {
    expect(
      play([
        [1, fires],
        [30, quiet],
      ]),
    ).toEqual([]);
    expect(play([[60, { ...fires, found: 'pending' }]])).toEqual([]);
  });

  it('that gets better without being well goes on, and is not told each day', () => {
    expect(
      play([
        [5, fires],
        [1500, { ...fires, found: 'pending' }],
        [10, quiet],
      ]),
    ).toEqual(['began 1', 'ended 1510']);
  });

  it('that comes and goes within minutes is one alert', () => {
    const flap = Array.from(
      { length: 40 },
      () =>
        [
          [2, fires],
          [3, quiet],
        ] as const,
    ).flat();
    expect(play([...flap, [10, quiet]])).toEqual(['began 1', 'ended 202']);
  });

  it('that comes and goes more slowly soon waits an hour before its end is told', () => {
    const flap = Array.from(
      { length: 70 },
      () =>
        [
          [10, fires],
          [10, quiet],
        ] as const,
    ).flat();
    expect(play(flap)).toEqual(['began 1', 'ended 15', 'began 21', 'ended 35', 'began 41']);
  });

  it('that somebody has in hand is told to nobody again, and still when it ends', () => {
    expect(
      play([
        [5, fires],
        [3000, { ...fires, isInHand: true }],
        [10, quiet],
      ]),
    ).toEqual(['began 1', 'ended 3010']);
  });

  it('that somebody had in hand before it was told is not told', () => {
    expect(
      play([
        [1, fires],
        [300, { ...fires, isInHand: true }],
        [10, quiet],
      ]),
    ).toEqual([]);
  });

  it('that is muted is told to nobody, and told afterwards: that it began, or that it ended', () => {
    const muted = { ...fires, isMuted: true };
    expect(
      play([
        [60, muted],
        [5, fires],
      ]),
    ).toEqual(['began 60']);
    expect(
      play([
        [5, fires],
        [60, muted],
        [60, { ...quiet, isMuted: true }],
        [5, quiet],
      ]),
    ).toEqual(['began 1', 'ended 125']);
    expect(
      play([
        [60, muted],
        [60, { ...quiet, isMuted: true }],
        [30, quiet],
      ]),
    ).toEqual([]);
  });

  it('to which something comes is told again, within an hour at most', () => {
    const one = { ...fires, concerns: ['Batch 5'] };
    const two = { ...fires, concerns: ['Batch 5', 'Batch 6'] };
    expect(
      play([
        [10, one],
        [300, two],
      ]),
    ).toEqual(['began 1', 'began 61']);
    expect(
      play([
        [200, one],
        [300, two],
      ]),
    ).toEqual(['began 1', 'began 200']);
  });
});

it('however checks come and go, nobody hears of an end without a beginning, nor of more than 30 within a day', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = seededRandom(seed);
    const looks = Array.from({ length: 200 }, (): [number, Sight] => [
      1 + Math.floor(random() ** 2 * 90),
      {
        ...quiet,
        found: random() < 0.5 ? 'fires' : random() < 0.2 ? 'pending' : null,
        isMuted: random() < 0.1,
        isInHand: random() < 0.1,
      },
    ]);
    const said = play(looks).map((line) => line.split(' ') as [AlertNews, string]);
    let lasts = false;
    for (const [news] of said) {
      if (news === 'ended') expect(lasts, `seed ${seed}`).toBe(true);
      lasts = news !== 'ended';
    }
    for (const [, from] of said) {
      const within = said.filter(([, at]) => Number(at) >= Number(from) && Number(at) - Number(from) < day / minute);
      expect(within.length, `seed ${seed}`).toBeLessThanOrEqual(30);
    }
  }
});
