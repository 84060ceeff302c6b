import { newsId, newsView } from '@superscope/contracts/read-models/news';
import type { NewsEvent } from '@superscope/domain/news/news';
import { documentWrite, type Projection } from '../runtime/writing/projection.js';

/** The current news. */
export const news: Projection = {
  readModel: newsView.announces,
  handles: ['NewsReplaced'],
  project: (event) => {
    const { items } = event.data as NewsEvent['data'];
    return {
      documents: [
        documentWrite(newsView, newsId, event, { items: items.map((item) => ({ ...item, body: [...item.body] })) }),
      ],
    };
  },
};
