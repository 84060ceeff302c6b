import { describe, it } from 'vitest';
import { given } from '../given.js';
import { newsChanged, newsStream, replaceNews, type NewsEvent, type NewsItem } from './news.js';

const item = (title: string): NewsItem => ({
  topic: 'Members',
  date: '2026-11-12',
  title,
  summary: 'In short.',
  body: ['At length.'],
});
const four = ['One', 'Two', 'Three', 'Four'].map(item);
const replaced: NewsEvent = { type: 'NewsReplaced', data: { items: four } };

describe('the news', () => {
  it('are replaced all at once', () => {
    given(newsStream).when(replaceNews(four)).then(replaced);
    const others = ['Five', 'Six', 'Seven', 'Eight'].map(item);
    given(newsStream, replaced)
      .when(replaceNews(others))
      .then({ type: 'NewsReplaced', data: { items: others } });
  });

  it('are not written again when they are the same', () => given(newsStream, replaced).when(replaceNews(four)).then());

  it('are refused from a file of news that somebody replaced since', () => {
    const others = ['Five', 'Six', 'Seven', 'Eight'].map(item);
    given(newsStream, replaced).when(replaceNews(others, -1)).thenRefuses('conflict', newsChanged);
    given(newsStream, replaced).when(replaceNews(four, -1)).then();
    given(newsStream, replaced)
      .when(replaceNews(others, 0))
      .then({ type: 'NewsReplaced', data: { items: others } });
  });

  it.each([3, 5])('cannot be %i items', (count) =>
    given(newsStream)
      .when(replaceNews(Array.from({ length: count }, () => item('One'))))
      .thenRefuses('invalid', 'The news must have 4 items.'),
  );
});
