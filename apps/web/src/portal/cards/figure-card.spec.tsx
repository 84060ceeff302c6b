import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Loaded } from '../analytics/loaded';
import { together } from '../analytics/loaded';
import { FigureCard, FigureGroup } from './figure-card';

const idle = { refreshing: false, failed: false, reference: null, retry: () => undefined };
const none: Loaded<number> = { ...idle, data: undefined };
const loaded = (data: number): Loaded<number> => ({ ...idle, data });

const card = (figures: Loaded<number>) => (
  <FigureCard
    title="Members"
    what="The headcount"
    figures={figures}
    head={<h3>Members</h3>}
    bones="…"
    nothing={(count) => (count === 0 ? 'No members.' : null)}
  >
    {(count) => <p>{count} people</p>}
  </FigureCard>
);
const region = () => screen.getByRole('region', { name: 'Members' });

describe('A card of figures', () => {
  it('is busy under its heading until the first figures are there', () => {
    const { rerender } = render(card(none));
    expect(region()).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('heading', { name: 'Members' })).toBeVisible();
    expect(screen.getByRole('status', { name: 'Loading Members' })).toBeInTheDocument();
    rerender(card(loaded(12)));
    expect(region()).toHaveAttribute('aria-busy', 'false');
    expect(screen.getByText('12 people')).toBeVisible();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('keeps its figures, dimmed and busy, while newer ones load', () => {
    render(card({ ...loaded(12), refreshing: true }));
    expect(region()).toHaveAttribute('aria-busy', 'true');
    expect(region()).toHaveClass('*:opacity-50');
    expect(screen.getByText('12 people')).toBeVisible();
  });

  it('shows no figures if the newest did not load, and offers to try again', async () => {
    const retry = vi.fn();
    render(card({ ...loaded(12), failed: true, reference: 'ref-1', retry }));
    expect(screen.getByRole('alert')).toHaveTextContent('The headcount did not load');
    expect(await screen.findByText('ref-1')).toBeVisible();
    expect(screen.queryByText('12 people')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('has a sentence if there is nothing to show', () => {
    render(card(loaded(0)));
    expect(screen.getByText('No members.')).toBeVisible();
    expect(screen.queryByText('0 people')).toBeNull();
  });
});

describe('Cards that share an answer', () => {
  it('are one card if that answer did not load', () => {
    render(
      <FigureGroup title="Members" figures={{ ...none, failed: true }}>
        <p>Card</p>
      </FigureGroup>,
    );
    expect(region()).toHaveTextContent('Members did not load');
    expect(screen.queryByText('Card')).toBeNull();
  });
});

describe('A card made of several answers', () => {
  it('waits for all of them and tries again only those that failed', () => {
    const [lost, kept] = [vi.fn(), vi.fn()];
    expect(together(loaded(1), none).data).toBeUndefined();
    expect(together(loaded(1), loaded(2)).data).toEqual([1, 2]);
    const both = together({ ...none, failed: true, reference: 'ref-1', retry: lost }, { ...loaded(2), retry: kept });
    expect(both).toMatchObject({ failed: true, reference: 'ref-1', data: undefined });
    both.retry();
    expect([lost, kept].map((retry) => retry.mock.calls.length)).toEqual([1, 0]);
  });
});
