import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { helen, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const withMessage = (maintenanceMessage: string | null) =>
  server.use(
    http.get('/actuator/info', () =>
      HttpResponse.json({
        git: { commit: { id: 'abcdef0123', time: null } },
        build: { time: null, version: '0.1.0' },
        maintenanceMessage,
      }),
    ),
  );

describe('The header', () => {
  it('tells staff what runs here', async () => {
    portal({ user: helen });
    withMessage(null);
    openAt('/dashboard');
    expect(await screen.findByText('Commit abcdef0')).toBeInTheDocument();
  });

  it('keeps its room for a maintenance message while there is one', async () => {
    portal({ user: helen });
    withMessage('on Sunday from 2:00 am');
    openAt('/dashboard');
    await waitFor(() => expect(screen.getAllByText(/on Sunday from 2:00 am/)).not.toHaveLength(0));
    expect(screen.queryByText('Commit abcdef0')).toBeNull();
  });
});
