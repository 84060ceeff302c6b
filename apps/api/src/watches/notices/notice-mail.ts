import { watchedMetric } from '@superscope/contracts/watched-metrics';
import type { Watch, WatchNotice } from '@superscope/domain/watch/watch';

const monthNames = 'January February March April May June July August September October November December'.split(' ');
const monthName = (month: string) => `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

interface Told {
  notice: WatchNotice;
  /** The notice's watches that the reader still has. */
  watches: readonly Watch[];
  planName: string;
  publicUrl: string;
}

/** The mail of a notice. It contains no figures, because more people may see a mail than the portal. */
export function noticeMail({ notice, watches, planName, publicUrl }: Told): { subject: string; text: string } {
  const at = (path: string) => new URL(path, publicUrl).href;
  const lines = watches.map(({ metric, direction }) => {
    if (metric === null) return `- ${monthName(notice.month)} has closed, and its figures are published.`;
    const moved = direction === 'above' ? 'risen above' : 'fallen below';
    return `- ${watchedMetric(metric)?.name ?? 'A figure'} has ${moved} the value that you set.`;
  });
  const crossed = watches.some(({ metric }) => metric !== null);
  return {
    subject: crossed ? 'A figure that you watch has crossed your value' : 'A month of a plan that you watch has closed',
    text: [
      `${planName}, ${monthName(notice.month)}:`,
      ...lines,
      '',
      `To see the figures, open ${at(`/dashboard?plan=${encodeURIComponent(notice.planId)}`)}`,
      `To change what you watch, open ${at('/watches')}`,
    ].join('\n'),
  };
}
