import type { DevOpsNews, DevOpsNode, DevOpsTree } from '@superscope/contracts/dev-ops';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeEventSource, turn } from '../../test/fake-event-source';
import { helen, portal } from '../../test/portal';
import { address, openAt } from '../../test/render-app';
import { savedFiles } from '../../test/saved-files';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';
import { AGAIN_MS, SILENT_MS } from './use-live-trees';

const jonas = withRights({ username: 'jonas', name: 'Jonas Lindqvist', role: 'DevOps', planId: null });

const node = (id: string, label: string, more: Partial<DevOpsNode> = {}): DevOpsNode => ({
  id,
  label,
  description: '',
  state: 'well',
  value: null,
  at: null,
  children: [],
  ...more,
});
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000 - 500).toISOString();

const monitors = (): DevOpsTree => ({
  label: 'Monitor Alerts',
  description: 'Prometheus at prometheus:9090',
  summary: [
    { state: 'failed', text: '1 fires', sentence: '1 alert fires' },
    { state: 'well', text: '1 quiet', sentence: '1 alert is quiet' },
  ],
  children: [
    node('rule/FileLate', 'FileLate', {
      description: 'a file is late',
      state: 'failed',
      at: { reads: 'since', instant: ago(21 * 86_400) },
      children: [node('rule/FileLate/0', 'table fees', { state: 'failed', value: 'warning' })],
    }),
    node('quiet', 'Quiet', { description: '1 rule', children: [node('quiet/ApiDown', 'ApiDown')] }),
  ],
});
const batches: DevOpsTree = {
  label: 'Batch Jobs',
  description: '',
  summary: [{ state: 'running', text: '1 runs', sentence: '1 job runs' }],
  children: [
    node('policyCommitteeReport', 'Policy Committee Report', {
      description: '1 running',
      state: 'running',
      children: [
        node('policyCommitteeReport/7f31', 'report 7f31', { state: 'running', children: [node('step', 'Drawing')] }),
      ],
    }),
    node('clocks', 'By the clock', { children: [node('clocks/a', 'Heads are signed')] }),
  ],
};
const containers = (memory = '312 MB'): DevOpsTree => ({
  label: 'Containers',
  description: '',
  summary: [{ state: 'well', text: '2 well', sentence: '2 well' }],
  children: [
    node('engines', 'Engines', { children: [node('mongo', 'MongoDB', { description: 'version 8.0.12' })] }),
    node('processes', 'Processes', {
      children: [
        node('api', 'api', {
          children: [node('api-0', 'api-0', { value: memory, at: { reads: 'up', instant: ago(532_800) } })],
        }),
      ],
    }),
  ],
});

function served(user = jonas) {
  portal({ user });
  server.use(
    http.get('/api/devops/batches', () => HttpResponse.json(batches)),
    http.get('/api/devops/containers/tree', () => HttpResponse.json(containers())),
    http.get('/api/devops/monitors/tree', () => HttpResponse.json(monitors())),
  );
}
const tells = (trees: DevOpsNews['trees'], unread: DevOpsNews['unread'] = []) =>
  act(() => FakeEventSource.open[0]!.tells({ trees, unread }, 'trees'));
const items = (tree: string) =>
  within(screen.getByRole('tree', { name: tree }))
    .getAllByRole('treeitem')
    .map(({ textContent }) => textContent);
const item = (name: RegExp) => screen.getByRole('treeitem', { name });

async function opened(more = '') {
  const view = openAt(`/staff/devOps${more}`);
  await screen.findByRole('tree', { name: 'Containers' });
  await screen.findByRole('tree', { name: 'Monitor Alerts' });
  await screen.findByRole('tree', { name: 'Batch Jobs' });
  return view;
}

beforeEach(() => FakeEventSource.install());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('Developer Operations', () => {
  it('opens by itself what is not well, and nothing else', async () => {
    served();
    await opened();
    expect(screen.getByRole('heading', { name: 'Developer Operations' })).toBeVisible();
    expect(items('Monitor Alerts')).toEqual(['FileLatea file is latesince 21 d', 'table feeswarning', 'Quiet1 rule']);
    expect(items('Batch Jobs')).toEqual(['Policy Committee Report1 running', 'By the clock']);
    expect(items('Containers')).toEqual(['Engines', 'Processes']);
    expect(await screen.findByText('1 alert fires')).toBeVisible();
    expect(await screen.findByText('Prometheus at prometheus:9090')).toBeVisible();
  });

  it('is moved through, opened and closed by the keys of a tree', async () => {
    served();
    const { user } = await opened();
    await user.click(item(/Engines/));
    expect(items('Containers')).toEqual(['Engines', 'MongoDBversion 8.0.12', 'Processes']);
    await user.keyboard('{End}');
    expect(item(/Processes/)).toHaveFocus();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(item(/api-0/)).toHaveFocus();
    expect(item(/api-0/)).toHaveTextContent('api-0up 6 d 4 h, 312 MB');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(item(/^Well api/)).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{Home}{ArrowLeft}');
    expect(items('Containers')).toEqual(['Engines', 'Processes', 'api']);
    await user.keyboard('*');
    expect(items('Containers')).toEqual(['Engines', 'MongoDBversion 8.0.12', 'Processes', 'api']);
    await user.keyboard('{ArrowUp}{ArrowDown}{Enter}');
    expect(item(/MongoDB/)).toHaveFocus();
  });

  it('finds what is below closed nodes, from a slash on, and keeps it in the address', async () => {
    served();
    const { user } = await opened();
    await user.keyboard('/');
    expect(screen.getByLabelText('Find in the trees')).toHaveFocus();
    await user.keyboard('mongo');
    expect(items('Containers')).toEqual(['Engines', 'MongoDBversion 8.0.12']);
    expect(screen.queryByRole('tree', { name: 'Batch Jobs' })).toBeNull();
    expect(screen.getAllByText('Nothing here says so.')).toHaveLength(2);
    await waitFor(() => expect(address()).toContain('find=mongo'));
  });

  it('shows only what is not well, if that is wanted', async () => {
    served();
    const { user } = await opened();
    await user.click(screen.getByRole('switch', { name: 'Only what is not well' }));
    expect(items('Monitor Alerts')).toEqual(['FileLatea file is latesince 21 d', 'table feeswarning']);
    expect(screen.getAllByText('All is well here.')).toHaveLength(2);
    await waitFor(() => expect(address()).toContain('only=notWell'));
  });

  it('folds a tree under its heading', async () => {
    served();
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Batch Jobs' }));
    expect(screen.queryByRole('tree', { name: 'Batch Jobs' })).toBeNull();
  });

  it('follows what happens, without closing what is open or moving who reads it', async () => {
    served();
    const { user } = await opened();
    tells({ monitors: monitors(), batches, containers: containers() });
    expect(await screen.findByText('Live')).toBeVisible();
    await user.click(item(/Processes/));
    await user.keyboard('{ArrowRight}');
    const quiet: DevOpsTree = {
      ...monitors(),
      summary: [{ state: 'well', text: '2 quiet', sentence: '2 quiet' }],
      children: [node('rule/FileLate', 'FileLate', { children: [node('rule/FileLate/0', 'table fees')] })],
    };
    tells({ monitors: quiet, containers: containers('400 MB') });
    expect(await screen.findByText('All is well')).toBeVisible();
    expect(items('Monitor Alerts')).toEqual(['FileLate', 'table fees']);
    expect(item(/^Well api/)).toHaveFocus();
    tells({
      batches: { ...batches, children: [node('a', 'File import', { state: 'failed', children: [node('b', '7f32')] })] },
    });
    await waitFor(() => expect(items('Batch Jobs')).toEqual(['File import', '7f32']));
  });

  it('says since when it does not follow, connects again and then says that it does', async () => {
    served();
    await opened();
    tells({ monitors: monitors() });
    await screen.findByText('Live');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    act(() => void FakeEventSource.open[0]!.dispatchEvent(new Event('error')));
    expect(FakeEventSource.open).toHaveLength(0);
    expect(await screen.findByText(/^Not live since \d\d:\d\d:\d\d\. What you see is of then/)).toBeVisible();
    expect(await screen.findByText('Not live')).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(AGAIN_MS));
    await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
    tells({ monitors: monitors() });
    expect(await screen.findByText('Live')).toBeVisible();
    expect(screen.queryByText(/^Not live since/)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(SILENT_MS));
    expect(await screen.findByText(/^Not live since/)).toBeVisible();
  });

  it('says which tree cannot be read', async () => {
    served();
    await opened();
    tells({ monitors: monitors() });
    tells({}, ['batches']);
    expect(
      await screen.findByText(/^Batch Jobs cannot be read since \d\d:\d\d:\d\d\. What stands here is of then\.$/),
    ).toBeVisible();
    tells({ batches });
    await waitFor(() => expect(screen.queryByText(/cannot be read/)).toBeNull());
  });

  it('follows nothing while the tab is hidden', async () => {
    served();
    await opened();
    turn('away');
    expect(FakeEventSource.open).toHaveLength(0);
    turn('back');
    expect(FakeEventSource.open).toHaveLength(1);
  });

  it('says with the server’s words why a tree did not load, and shows the others', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    served();
    server.use(
      http.get('/api/devops/batches', () => HttpResponse.json({ message: 'MongoDB is away.' }, { status: 500 })),
    );
    openAt('/staff/devOps');
    await screen.findByRole('tree', { name: 'Containers' });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Batch Jobs did not load');
    expect(alert).toHaveTextContent('MongoDB is away.');
  });

  it('saves how mails were delivered, or says why not', async () => {
    served();
    server.use(
      http.get('/api/devops/monitors/email', () => HttpResponse.json({ message: 'Not now.' }, { status: 409 })),
    );
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Email delivery CSV' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The email delivery did not download. Not now.');
    const saved = savedFiles();
    server.use(
      http.get(
        '/api/devops/monitors/email',
        () =>
          new HttpResponse('kind', {
            headers: { 'Content-Disposition': 'attachment; filename="emailDelivery_26112026.csv"' },
          }),
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Email delivery CSV' }));
    await waitFor(() => expect(saved).toEqual(['emailDelivery_26112026.csv']));
  });

  it('is refused to staff who are neither Admin nor DevOps', async () => {
    served(helen);
    openAt('/staff/devOps');
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  });
});
