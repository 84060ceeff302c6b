import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { onDemand, partsOnDemand } from './on-demand';
import { Opener } from './opener';

const opener = (load: () => Promise<() => React.ReactNode>) => {
  const Part = onDemand(load);
  return render(
    <Opener opens="dialog" reach={Part.reach} popUp={() => <Part />} className="">
      Open
    </Opener>,
  );
};

describe('A part of a page that is loaded on demand', () => {
  it('is loaded when the pointer reaches its button, and drawn once it is opened', async () => {
    const load = vi.fn(async () => () => <p>The whole of it</p>);
    opener(load);
    expect(load).not.toHaveBeenCalled();
    await userEvent.hover(screen.getByRole('button', { name: 'Open' }));
    expect(load).toHaveBeenCalled();
    expect(screen.queryByText('The whole of it')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByText('The whole of it')).toBeVisible();
  });

  it('is prefetched once a page is drawn', () => {
    const load = async () => () => null;
    onDemand(load);
    expect(partsOnDemand()).toContain(load);
  });

  it('says that it did not load if a release has replaced it, and does not reload the page', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    opener(() => Promise.reject(new Error('Failed to fetch dynamically imported module')));
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This part did not load.');
    expect(screen.getByRole('button', { name: 'Open' })).toBeVisible();
    expect(reload).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    vi.restoreAllMocks();
  });
});
