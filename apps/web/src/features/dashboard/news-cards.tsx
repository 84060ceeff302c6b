import { ArrowRight, X } from 'lucide-react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Card, Section } from '../../ui/card';
import { date } from '../../ui/format';
import { news, type NewsItem } from './news';

const SHOWN = 3;
const newest = news.toSorted((a, b) => b.date.localeCompare(a.date)).slice(0, SHOWN);

export const News = () => (
  <Section id="news" title="News">
    <div className="grid gap-4 md:grid-cols-3">
      {newest.map((item) => (
        <Card key={item.title} aria-label={item.title} className="flex flex-col">
          <Source item={item} />
          <h3 className="mt-1.5 text-md font-semibold leading-[21px]">{item.title}</h3>
          <p className="mt-1.5 flex-1 text-base text-ink-2">{item.summary}</p>
          <Article item={item} />
        </Card>
      ))}
    </div>
  </Section>
);

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
