import type { NewsItem } from '@superscope/contracts/read-models/news';
import { ArrowRight } from 'lucide-react';
import { NotLoaded } from '../../portal/api/not-loaded';
import { useMay } from '../../portal/user/use-may';
import { Card } from '../../ui/card';
import { date } from '../../ui/format';
import { cx } from '../../ui/class-names';
import { onDemand } from '../../ui/on-demand';
import { Opener } from '../../ui/opener';
import { Bone, Skeleton } from '../../ui/states';
import { useNewsQuery } from './news.api';
import { Heading } from '../../ui/heading';

const ReplaceNews = onDemand(async () => (await import('./replace-news')).ReplaceNews);

const SHOWN = 3;

/** The newest news items, which are the same for every plan. */
export function News() {
  const { data, isError, isFetching, error, refetch } = useNewsQuery();
  return (
    <>
      {isError && !isFetching ? (
        <Card className="grid min-h-40">
          <NotLoaded
            what="The news"
            note="The figures above do not depend on it."
            error={error}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : data ? (
        <div className={cx('grid gap-4 md:grid-cols-3', isFetching && 'opacity-60')}>
          {newestOf(data.items).map((item) => (
            <Card key={`${item.date} ${item.title}`} aria-label={item.title} className="flex flex-col">
              <Source item={item} />
              <Heading className="wrap-anywhere mt-1.5 text-md font-semibold leading-[21px]">{item.title}</Heading>
              <p className="wrap-anywhere mt-1.5 flex-1 text-base text-ink-2">{item.summary}</p>
              <Article item={item} />
            </Card>
          ))}
        </div>
      ) : (
        <Skeleton label="the news">
          <div className="grid gap-4 md:grid-cols-3">
            {[0, 1, 2].map((place) => (
              <Bone key={place} className="h-40 !rounded-lg" />
            ))}
          </div>
        </Skeleton>
      )}
    </>
  );
}

/** Replaces the news, for those who may. */
export function NewsTools() {
  const { data } = useNewsQuery();
  const edits = useMay('news.write');
  return edits && data ? <ReplaceNews file={data} /> : null;
}

export const newestOf = (items: readonly NewsItem[]) =>
  items.toSorted((one, other) => other.date.localeCompare(one.date)).slice(0, SHOWN);

/** Its subject and its day. */
export const Source = ({ item }: { item: NewsItem }) => (
  <p className="text-sm text-ink-3">
    <span className="font-semibold text-brand">{item.topic}</span> · {date(item.date)}
  </p>
);

const NewsArticle = onDemand(async () => (await import('./news-article')).NewsArticle);

const Article = ({ item }: { item: NewsItem }) => (
  <Opener
    opens="dialog"
    reach={NewsArticle.reach}
    popUp={({ onClose }) => <NewsArticle item={item} onClose={onClose} />}
    className="link mt-3 inline-flex items-center gap-1 self-start text-base hover:underline pointer-coarse:min-h-11"
  >
    Read more
    <span className="sr-only">: {item.title}</span>
    <ArrowRight size={15} aria-hidden />
  </Opener>
);
