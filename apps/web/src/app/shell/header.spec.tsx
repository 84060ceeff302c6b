import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dana, helen, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const running = (maintenanceMessage: string | null) =>
  server.use(
    http.get('/actuator/info', () =>
      HttpResponse.json({
        git: { commit: { id: COMMIT, time: '2026-11-21T13:05:00.000Z' } },
        build: { time: '2026-11-22T01:30:00.000Z', version: '0.1.0' },
        maintenanceMessage,
      }),
    ),
  );
const BUILD = `Commit ${COMMIT}, 22/11/2026 00:05 · Built 22/11/2026 12:30`;

describe('The header', () => {
  it('shows staff the build information: the whole commit, its time and that of the build', async () => {
    portal({ user: helen });
    running(null);
    openAt('/dashboard');
    expect(await screen.findByText(BUILD)).toBeInTheDocument();
  });

  it('shows it beside a maintenance message as well', async () => {
    portal({ user: helen });
    running('on Sunday from 2:00 am');
    openAt('/dashboard');
    expect((await screen.findAllByText(/on Sunday from 2:00 am/)).length).toBeGreaterThan(0);
    expect(await screen.findByText(BUILD)).toBeInTheDocument();
  });

  it('shows it by a button on devices without hovering, until the button is pressed again or left', async () => {
    portal({ user: helen });
    running(null);
    const { user } = openAt('/dashboard');
    const button = await screen.findByRole('button', { name: 'Build information' });
    const strip = screen.getByText(BUILD);
    expect(strip).toHaveClass('invisible');
    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(strip).not.toHaveClass('invisible');
    await user.keyboard('{Escape}');
    expect(strip).toHaveClass('invisible');
  });

  it('shows it to nobody else', async () => {
    portal({ user: dana });
    running('on Sunday from 2:00 am');
    openAt('/dashboard');
    expect((await screen.findAllByText(/on Sunday from 2:00 am/)).length).toBeGreaterThan(0);
    expect(screen.queryByText(BUILD)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Build information' })).toBeNull();
  });
});
