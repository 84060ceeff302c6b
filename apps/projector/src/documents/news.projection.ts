import { newsId, newsView } from '@superscope/contracts/read-models/news';
import { newsStream } from '@superscope/domain/news/news';
import { documentWrite } from '../runtime/writing/projection.js';
import { projectionOf } from '../runtime/writing/stream-projection.js';

/** The current news. */
export const news = projectionOf(
  newsStream,
  { readModel: newsView.announces },
  {
    NewsReplaced: (event) => {
      const items = event.data.items.map((item) => ({ ...item, body: [...item.body] }));
      return { documents: [documentWrite(newsView, newsId, event, { items })] };
    },
  },
);
