import type { SignedInUser } from '@superscope/contracts/authentication';
import type { CompanyOption } from '@superscope/contracts/lookups';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { holdUnsaved } from '../../../portal/leaving/leaving';
import { usualQuestion } from '../../../portal/leaving/use-unsaved';
import { memberOption } from '../../../test/member-option';
import { portal } from '../../../test/portal';
import { address, openAt } from '../../../test/render-app';
import { server } from '../../../test/server';
import { withRights } from '../../../test/with-rights';

const ananya = {
  ...memberOption,
  id: 'm-1',
  surname: 'Marchetti',
  givenName: 'Ananya Lucia',
  memberNumber: '770401822217',
  birthDate: '1984-03-14',
  companyName: 'Kestrel Freight',
};
const other = { ...ananya, id: 'm-2', memberNumber: '770401829903', birthDate: '1991-11-02', leftOn: '2026-09-30' };
const produce = { id: 'TWR.P0044', name: 'Marchetti Produce', members: 212 };
const employer: CompanyOption = {
  id: 'TWR.C9',
  name: 'Marchetti Produce',
  plan: { id: 'TWR.P0044', name: 'Marchetti Produce', superScoreClient: false },
};
const userOf = (role: SignedInUser['role']) =>
  withRights({ username: role, name: 'Daniel Okafor', role, planId: role === 'CompanyRep' ? 'T.K1' : null });

interface Served {
  /** What is held back until it resolves: members of this name. */
  late?: { name: string; until: Promise<unknown> };
  /** Members who can be read by their id. */
  readable?: readonly (typeof ananya)[];
  fails?: boolean;
}

/** A server with somebody signed in. Returns what was asked of the lookups. */
function served(role: SignedInUser['role'], { late, readable = [ananya, other], fails = false }: Served = {}) {
  const asked: string[] = [];
  portal({ user: userOf(role), plans: [produce] });
  server.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url);
    if (/^\/api\/(members|companies|plan)\b/.test(pathname) && pathname !== '/api/plan/T.K1')
      if (pathname !== '/api/plan' || search !== '') asked.push(pathname + search);
  });
  server.use(
    http.get('/api/members', async ({ request }) => {
      const name = new URL(request.url).searchParams.get('name') ?? '';
      if (fails) return HttpResponse.json({ message: 'No' }, { status: 500 });
      if (name === late?.name) {
        await late.until;
        return HttpResponse.json([{ ...ananya, id: 'late', surname: 'Smith', near: false }]);
      }
      return HttpResponse.json(
        name.startsWith('mar') ? [ananya, other].map((one) => ({ ...one, near: name === 'marketti' })) : [],
      );
    }),
    http.get('/api/members/:id', ({ params }) => {
      const member = readable.find(({ id }) => id === params['id']);
      return member === undefined
        ? HttpResponse.json({ message: 'There is no such member.' }, { status: 404 })
        : HttpResponse.json({ ...member, erased: false });
    }),
    http.get('/api/authentication/secondFactor', () => HttpResponse.json({ since: null, passkeys: [] })),
    http.get('/api/members/:id/events', () => HttpResponse.json([])),
    http.get('/api/onecentral/consultants', () => HttpResponse.json([])),
    http.get('/api/companies', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const isFound = query.has('planId') || query.get('name')?.startsWith('mar');
      return HttpResponse.json(isFound ? [employer] : []);
    }),
  );
  return asked;
}

async function opened(at = '/two-step') {
  const view = openAt(at);
  const button = await screen.findByRole('button', { name: /^Find a / });
  await view.user.keyboard('{Control>}k{/Control}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Find' }));
  const field = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Find' });
  await waitFor(() => expect(field).toHaveFocus());
  const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  const said = (text: RegExp) => waitFor(() => expect(dialog.getByRole('status')).toHaveTextContent(text));
  const names = (group: string) =>
    within(dialog.getByRole('group', { name: group }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent.replace(/Alt \d$/, ''));
  return { ...view, button, dialog, field, active, said, names };
}

const groupsIn = () =>
  screen
    .queryAllByRole('group')
    .map((group) => document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent);

describe('Find', () => {
  afterEach(() => holdUnsaved('form', null));

  it('opens by Ctrl+K, finds members, plans, employers and screens for the marked member, and opens by Enter', async () => {
    served('Staff');
    const { user, dialog, field, active, said, names } = await opened();
    await user.type(field, 'mar');
    await said(/^Found 2 members, and 2 other results\.$/);
    const members = within(dialog.getByRole('group', { name: 'Members' })).getAllByRole('option');
    expect(members.map(({ textContent }) => textContent)).toEqual([
      'Ananya Lucia Marchetti77040182221714/03/1984Kestrel Freight',
      'Ananya Lucia Marchettileft 30/09/202677040182990302/11/1991Kestrel Freight',
    ]);
    expect(within(members[0]!).getByText('2217').tagName).toBe('B');
    expect(names('Plans and employers')).toEqual([
      'Marchetti ProduceTallowood Retirement · 212 membersplan, TWR.P0044',
      'Marchetti ProduceMarchetti Produceemployer, TWR.C9',
    ]);
    expect(names('Screens, for Ananya Lucia Marchetti')[0]).toBe('All about the member');
    expect(dialog.queryByText(/look or sound like it/)).toBeNull();
    expect(field).toHaveFocus();
    expect(active()).toBe(members[0]);
    await user.keyboard('{ArrowUp}');
    expect(active()).toBe(dialog.getAllByRole('option').at(-1));
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toBe(members[1]);
    expect(active()).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/staff/members/m-2'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says that what it lists only looks or sounds like the text', async () => {
    served('Staff');
    const { user, field, dialog, said } = await opened();
    await user.type(field, 'marketti');
    await said(/^Nobody is called marketti\. These look or sound like it\.Found 2 members, and 1 other result\.$/);
    await user.type(field, '{Backspace}');
    await said(/^Searching…/);
    expect(dialog.queryByText(/look or sound like it/)).toBeNull();
  });

  it('goes from a marked member to what can be done for them by the right arrow, and back by the left', async () => {
    served('Staff');
    const { user, field, dialog, active, said } = await opened();
    await user.type(field, 'mar');
    await said(/members/);
    await user.keyboard('{ArrowDown}');
    const second = dialog.getAllByRole('option')[1];
    expect(active()).toBe(second);
    await user.keyboard('{ArrowRight}');
    expect(active()).toHaveTextContent(/^All about the member/);
    await user.keyboard('{ArrowLeft}');
    expect(active()).toBe(second);
    expect(field).toHaveFocus();
    // Within the text the arrows move in it, also from a screen.
    await user.keyboard('{ArrowLeft}{ArrowRight}');
    expect(active()).toBe(second);
    await user.keyboard('{ArrowRight}');
    field.setSelectionRange(1, 1);
    await user.keyboard('{ArrowLeft}');
    expect(active()).toHaveTextContent(/^All about the member/);
    field.setSelectionRange(3, 3);
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    expect(active()).toHaveTextContent(/^All about the member/);
    field.setSelectionRange(3, 3);
    await user.keyboard('{ArrowLeft}');
    expect(active()).toBe(second);
    await user.keyboard('{ArrowRight}{ArrowDown}{Enter}');
    await waitFor(() => expect(address()).toBe('/staff/memberEvents?member=m-2'));
  });

  it('opens what can be done for the marked member by Alt and a digit', async () => {
    served('Staff');
    const { user, field, said } = await opened();
    await user.type(field, 'mar');
    await said(/members/);
    await user.keyboard('{Alt>}9{/Alt}');
    expect(screen.getByRole('dialog', { name: 'Find' })).toBeVisible();
    await user.keyboard('{ArrowDown}{Alt>}3{/Alt}');
    await waitFor(() => expect(address()).toBe('/staff/feeComparison?member=m-2'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens each screen for a member with the member in its address', async () => {
    served('Admin');
    const { user, field, dialog, names, said } = await opened();
    await user.type(field, 'mar');
    await said(/members/);
    expect(names('Screens, for Ananya Lucia Marchetti')).toEqual([
      'All about the member',
      'Member events',
      'Fee comparison',
      'Insurance calculation',
      'Consultation',
      'Insurance advice',
      'Investment advice',
      'Event history',
      'OneCentral activity',
    ]);
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    await user.keyboard('{Control>}');
    await user.click(dialog.getByRole('option', { name: 'Event history' }));
    await user.keyboard('{/Control}');
    expect(open).toHaveBeenCalledWith('/audit/events?memberId=m-1', '_blank', 'noopener');
    open.mockRestore();
  });

  it('closes by Escape, and gives the focus back', async () => {
    served('Staff');
    const { user, button } = await opened();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(button);
    const field = await screen.findByRole('combobox', { name: 'Find' });
    await waitFor(() => expect(field).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('takes no key that is not its own, and none while a dialog is open', async () => {
    served('Staff');
    const { user } = openAt('/two-step');
    await screen.findByRole('button', { name: /^Find a / });
    const isTaken = (init: KeyboardEventInit, prevented = false) => {
      const event = new KeyboardEvent('keydown', { key: 'k', bubbles: true, cancelable: true, ...init });
      if (prevented) event.preventDefault();
      document.body.dispatchEvent(event);
      return !prevented && event.defaultPrevented;
    };
    expect(isTaken({})).toBe(false);
    expect(isTaken({ metaKey: true })).toBe(false);
    expect(isTaken({ ctrlKey: true, shiftKey: true })).toBe(false);
    expect(isTaken({ ctrlKey: true, altKey: true })).toBe(false);
    expect(isTaken({ ctrlKey: true, repeat: true })).toBe(false);
    expect(isTaken({ ctrlKey: true, isComposing: true })).toBe(false);
    isTaken({ ctrlKey: true }, true);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Find' });
    expect(isTaken({ ctrlKey: true })).toBe(false);
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it('opens a new tab by Ctrl+Enter, and leaves this one where it is', async () => {
    served('Staff');
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user, field, dialog } = await opened();
    await user.type(field, 'member events');
    await dialog.findByRole('option', { name: /^Member events/ });
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(open).toHaveBeenCalledWith('/staff/memberEvents', '_blank', 'noopener');
    expect(address()).toBe('/two-step');
    open.mockRestore();
  });

  it('asks before what a form holds is lost, and stays where the user stays', async () => {
    served('Auditor');
    const { user, field, dialog } = await opened();
    const drop = vi.fn();
    holdUnsaved('form', { ...usualQuestion, drop });
    await user.type(field, 'check a report');
    await dialog.findByRole('option', { name: /^Check a report/ });
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Stay' }));
    expect(address()).toBe('/two-step');
    expect(drop).not.toHaveBeenCalled();
    await waitFor(() => expect(field).toHaveFocus());
    expect(JSON.stringify(sessionStorage)).not.toContain('/audit/check-report');
    // The dialog takes it itself where it finds the focus nowhere, half a second after it opened.
    screen.getByRole('dialog', { name: 'Find' }).focus();
    expect(field).toHaveFocus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(address()).toBe('/audit/check-report'));
    expect(drop).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog', { name: 'Find' })).toBeNull();
  });

  it('never lists the late answer of an earlier text', async () => {
    let release: (value?: unknown) => void = () => undefined;
    const until = new Promise((resolve) => {
      release = resolve;
    });
    const asked = served('Staff', { late: { name: 'smi', until } });
    const answered = vi.fn();
    server.events.on('response:mocked', ({ request }) => {
      if (request.url.endsWith('name=smi')) answered();
    });
    const { user, field, dialog, said } = await opened();
    await user.type(field, 'smi');
    await waitFor(() => expect(asked).toContain('/api/members?name=smi'));
    await said(/^Searching…$/);
    await user.clear(field);
    await user.type(field, 'mar');
    await said(/^Found 2 members/);
    release();
    await waitFor(() => expect(answered).toHaveBeenCalled());
    await user.type(field, 'x');
    await said(/members|Searching/);
    await user.type(field, '{Backspace}');
    await said(/^Found 2 members/);
    expect(dialog.queryByRole('option', { name: /Smith/ })).toBeNull();
  });

  it('says that a search failed, and lists what else was found', async () => {
    served('Staff', { fails: true });
    const { user, field, said, names } = await opened();
    await user.type(field, 'mar');
    await said(/^Part of the search did not work\. Type on to try again\.$/);
    expect(names('Plans and employers')).toHaveLength(2);
  });

  it('begins with what was opened last, of which the tab keeps ids alone, for one user', async () => {
    const asked = served('Staff');
    const first = await opened();
    expect(first.dialog.getByText(/What you open comes first here next time/)).toBeVisible();
    for (const [text, option] of [
      ['mar', /plan, TWR/],
      ['mar', /employer, TWR/],
      ['mar', /14\/03\/1984/],
    ] as const) {
      const dialog = screen.queryByRole('dialog') ?? (await press(first.user));
      await first.user.type(within(dialog).getByRole('combobox'), text);
      await first.user.click(await within(dialog).findByRole('option', { name: option }));
    }
    await waitFor(() => expect(address()).toBe('/staff/members/m-1'));
    expect(JSON.stringify(sessionStorage)).toContain('member m-1');
    expect(JSON.stringify({ ...sessionStorage, 'kept.view': null })).not.toMatch(/Ananya|2217|1984/);
    first.unmount();

    server.use(http.get('/api/plan/TWR.P0044', () => HttpResponse.json({ message: 'No' }, { status: 403 })));
    const again = await opened();
    await again.dialog.findByRole('option', { name: /Ananya Lucia Marchetti/ });
    // The plan is out of reach by now.
    expect(again.names('Recent')).toEqual([
      'Ananya Lucia Marchetti77040182221714/03/1984Kestrel Freight',
      'Marchetti ProduceMarchetti Produceemployer, TWR.C9',
    ]);
    expect(asked).toContain('/api/members/m-1');
    again.unmount();

    const askedOfOther = served('Auditor');
    const somebody = await opened();
    expect(somebody.dialog.getByText(/What you open comes first here next time/)).toBeVisible();
    expect(somebody.dialog.queryByRole('option')).toBeNull();
    expect(askedOfOther).toEqual([]);
  });

  it('begins with the members whom an Auditor opened last, at their event history, without those who are gone', async () => {
    served('Auditor');
    const first = await opened();
    for (const option of [/14\/03\/1984/, /02\/11\/1991/]) {
      const dialog = screen.queryByRole('dialog') ?? (await press(first.user));
      await first.user.type(within(dialog).getByRole('combobox'), 'mar');
      await first.user.click(await within(dialog).findByRole('option', { name: option }));
    }
    await waitFor(() => expect(address()).toBe('/audit/events?memberId=m-2'));
    expect(JSON.stringify({ ...sessionStorage, 'kept.view': null })).not.toMatch(/Ananya|2217|1984/);
    first.unmount();

    // The newest cannot be read any more.
    const asked = served('Auditor', { readable: [ananya] });
    const again = await opened();
    const recent = await again.dialog.findByRole('option', { name: /Ananya Lucia Marchetti/ });
    expect(again.names('Recent')).toEqual(['Ananya Lucia Marchetti77040182221714/03/1984Kestrel Freight']);
    expect(asked.toSorted()).toEqual(['/api/members/m-1', '/api/members/m-2']);
    await again.user.click(recent);
    await waitFor(() => expect(address()).toBe('/audit/events?memberId=m-1'));
    again.unmount();

    const askedOfOther = served('ProviderRep');
    await opened();
    expect(askedOfOther).toEqual([]);
  });

  const reach = [
    ['Admin', ['members', 'plan', 'companies'], 'Name, number, birth date, plan, screen, code'],
    ['Staff', ['members', 'plan', 'companies'], 'Name, number, birth date, plan, screen, code'],
    ['AuthorizedRep', ['members', 'plan', 'companies'], 'Name, number, birth date, plan, screen, code'],
    ['Auditor', ['members', 'plan'], 'Name, number, birth date, plan, screen, code'],
    ['ProviderRep', ['plan'], 'Plan or screen'],
    ['CompanyRep', ['plan'], 'Plan or screen'],
    ['DevOps', [], 'Screen'],
  ] as const;
  it.each(reach)('asks nothing beyond the reach of %s', async (role, kinds, placeholder) => {
    const asked = served(role);
    const { user, field, said } = await opened();
    expect(field).toHaveAttribute('placeholder', placeholder);
    await user.type(field, 'mar');
    await said(
      kinds.length === 0 ? /^No results for mar\. Nothing within your reach is called so\.$/ : /^Found|^\d results?\./,
    );
    expect(new Set(asked.map((each) => each.split(/[/?]/)[2]))).toEqual(new Set(kinds));
    expect(groupsIn().includes('Members')).toBe(kinds.some((kind) => kind === 'members'));
    await user.clear(field);
    await user.type(field, 'kf3t-9x1b-qq22');
    await said(/result/);
    expect(groupsIn().includes('Reports by code')).toBe(role !== 'ProviderRep' && role !== 'DevOps');
    await user.clear(field);
    await user.type(field, 'fee comparison');
    await said(/result/);
    expect(groupsIn().includes('Screens')).toBe(['Admin', 'Staff', 'AuthorizedRep'].includes(role));
  });

  it('opens the check of a report by its code', async () => {
    served('Auditor');
    const checked: (string | null)[] = [];
    server.use(
      http.post('/api/reports/check', ({ request }) => {
        checked.push(new URL(request.url).searchParams.get('code'));
        return HttpResponse.json({ report: null, unchanged: 'no', edited: [], pagesCompared: false, figures: 'none' });
      }),
    );
    const { user, field, dialog } = await opened();
    await user.type(field, 'kf3t-9x1b-qq22');
    await user.click(await dialog.findByRole('option', { name: /Check the report with this code/ }));
    await waitFor(() => expect(address()).toBe('/audit/check-report?code=KF3T9X1BQQ22'));
    await waitFor(() => expect(checked).toEqual(['KF3T9X1BQQ22']));
  });
});

async function press(user: Awaited<ReturnType<typeof opened>>['user']) {
  await user.keyboard('{Control>}k{/Control}');
  return screen.findByRole('dialog', { name: 'Find' });
}
