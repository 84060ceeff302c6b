import type { NewsItem } from '@superscope/contracts/news';
import { ArrowRight, X } from 'lucide-react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { referenceOf } from '../../portal/api/base.api';
import { useStoreState } from '../../portal/state';
import { Card, Section } from '../../ui/card';
import { date } from '../../ui/format';
import { cx } from '../../ui/class-names';
import { Bone, ErrorState, Skeleton } from '../../ui/states';
import { useNewsQuery } from './news.api';
import { ReplaceNews } from './replace-news';

const SHOWN = 3;

/** The newest of the news, the same for every plan. */
export function News() {
  const { data, isError, isFetching, error, refetch } = useNewsQuery();
  const role = useStoreState(({ session: { user } }) => user?.role);
  const edits = role === 'Staff' || role === 'Admin';
  return (
    <Section id="news" title="News" right={edits && data && <ReplaceNews file={data} />}>
      {isError && !isFetching ? (
        <Card className="grid min-h-40">
          <ErrorState
            what="The news"
            note="The figures above do not depend on it."
            reference={referenceOf(error)}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : data ? (
        <div className={cx('grid gap-4 md:grid-cols-3', isFetching && 'opacity-60')}>
          {newestOf(data.items).map((item) => (
            <Card key={`${item.date} ${item.title}`} aria-label={item.title} className="flex flex-col">
              <Source item={item} />
              <h3 className="wrap-anywhere mt-1.5 text-md font-semibold leading-[21px]">{item.title}</h3>
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
    </Section>
  );
}

const newestOf = (items: readonly NewsItem[]) =>
  items.toSorted((one, other) => other.date.localeCompare(one.date)).slice(0, SHOWN);

const Source = ({ item }: { item: NewsItem }) => (
  <p className="text-sm text-ink-3">
    <span className="font-semibold text-brand">{item.topic}</span> · {date(item.date)}
  </p>
);

const Article = ({ item }: { item: NewsItem }) => (
  <DialogTrigger>
    <Button className="link mt-3 inline-flex items-center gap-1 self-start text-base hover:underline pointer-coarse:min-h-11">
      Read more
      <span className="sr-only">: {item.title}</span>
      <ArrowRight size={15} aria-hidden />
    </Button>
    <ModalOverlay isDismissable className="fixed inset-0 z-40 grid place-items-center bg-[#0A1513]/45 p-4">
      <Modal className="max-h-full w-full max-w-xl overflow-auto rounded-lg border bg-raised shadow-pop">
        <Dialog className="p-5 outline-none sm:p-6">
          <div className="flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <Source item={item} />
              <Heading slot="title" className="mt-1.5 text-xl font-[650] tracking-[-0.01em]">
                {item.title}
              </Heading>
            </div>
            <Button
              slot="close"
              aria-label="Close"
              className="-mr-1.5 -mt-1.5 grid size-9 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-hover pointer-coarse:size-11"
            >
              <X size={18} aria-hidden />
            </Button>
          </div>
          <div className="mt-4 space-y-3 text-md text-ink-2">
            {item.body.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  </DialogTrigger>
);
