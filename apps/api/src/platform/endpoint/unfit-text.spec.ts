import { describe, expect, it } from 'vitest';
import { unfitText } from './unfit-text.js';

describe('a text of a request', () => {
  it('has no control characters, wherever it stands', () => {
    expect(unfitText({ name: 'Jo', blocks: [{ fundName: 'Old\u0000Fund' }] })).toEqual({
      path: ['blocks', '0', 'fundName'],
      message: 'Fund name has a control character or a line break. Remove it, or write the text again.',
    });
    for (const control of ['\t', '\n', '\u007f', '\u0085', '\ud800']) expect(unfitText(`a${control}b`)).not.toBeNull();
    expect(unfitText({ a: [null, 5, true, undefined, 'Zoë 👩‍🌾'] })).toBeNull();
  });

  it('has line breaks only in fields that have lines', () => {
    const body = { items: [{ title: 'One', body: ['First\r\n\tsecond'] }] };
    expect(unfitText(body, ['body'])).toBeNull();
    expect(unfitText(body)).toMatchObject({ path: ['items', '0', 'body', '0'] });
    expect(unfitText({ items: [{ title: 'One\nTwo', body: [] }] }, ['body'])).toMatchObject({
      path: ['items', '0', 'title'],
    });
    expect(unfitText({ body: 'a\u0007b' }, ['body'])?.message).toBe(
      'Body has a control character. Remove it, or write the text again.',
    );
  });

  it('has no tax file number, which is not repeated', () => {
    const unfit = unfitText({ notes: 'Her TFN is 123 456 782' }, ['notes']);
    expect(unfit).toEqual({
      path: ['notes'],
      message: 'Tax file numbers are never accepted. Remove the number, and say only whether one was provided.',
    });
    expect(unfitText({ notes: 'TFN provided', reference: '123456782' })).toBeNull();
  });
});
