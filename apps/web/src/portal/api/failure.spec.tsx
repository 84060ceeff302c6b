import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Failure } from './failure';

const otherwise = 'It was not saved. Please try again.';
const show = (error: unknown, onClose?: () => void) =>
  render(<Failure error={error} otherwise={otherwise} {...(onClose && { onClose })} />);

describe('A failed request', () => {
  it('is told in the server’s words, with the reference of its log', () => {
    show({ status: 500, data: { message: 'Something went wrong.' }, reference: 'c0ffee' });
    expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong.Reference c0ffee');
  });

  it('has no reference where the server refused the request', () => {
    show({ status: 409, data: { message: 'It has changed meanwhile.' } });
    expect(screen.getByRole('alert')).toHaveTextContent(/^It has changed meanwhile\.$/);
  });

  it('is told in the page’s words where the server said nothing', () => {
    show({ status: 'FETCH_ERROR', error: 'TypeError' });
    expect(screen.getByRole('alert')).toHaveTextContent(otherwise);
  });

  it('is shown until it is closed, and not before anything failed', async () => {
    const onClose = vi.fn();
    for (const none of [undefined, null]) show(none);
    expect(screen.queryByRole('alert')).toBeNull();
    show({ status: 409, data: { message: 'No' } }, onClose);
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Close message' }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
