import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { memberOption } from '../test/member-option';
import { address, back, openAt } from '../test/render-app';
import { server } from '../test/server';
import { withRights } from '../test/with-rights';

const okafor = { ...memberOption, id: 'm-1', surname: 'Okafor', givenName: 'Dara', erased: false };
const quill = { ...memberOption, id: 'm-2', surname: 'Quill', givenName: 'Ida', erased: false };

/** A server whose members are these, with a user signed in. */
function served({ username = 'mei', members = [okafor, quill] } = {}) {
  const user = withRights({ username, name: 'Mei Tran', role: 'Admin', planId: null });
  server.use(
    http.get('/api/authentication', () => HttpResponse.json({ user })),
    http.get('/api/members', () => HttpResponse.json([quill].map((one) => ({ ...one, near: false })))),
    http.get('/api/members/:id', ({ params }) => {
      const member = members.find(({ id }) => id === params['id']);
      return member === undefined
        ? HttpResponse.json({ message: 'There is no such member.' }, { status: 404 })
        : HttpResponse.json(member);
    }),
    // What else the pages ask does not matter here.
    http.all('/api/*', () => HttpResponse.json({ message: 'Nothing' }, { status: 404 })),
  );
}

const field = () => screen.findByRole('combobox', { name: /^Member/ });
const isCarried = (id: string | null) =>
  waitFor(() => {
    const found = sessionStorage.getItem('kept.carriedMember');
    expect(found === null ? null : (JSON.parse(found) as { memberId: string }).memberId).toBe(id);
  });

/** Opens a page for a member, and leaves it. */
async function chosen(id = 'm-1') {
  served();
  openAt(`/staff/feeComparison?member=${id}`);
  await isCarried(id);
  cleanup();
}

describe('The member who was chosen', () => {
  beforeEach(() => sessionStorage.clear());

  it.each([
    ['/staff/memberEvents', '/staff/memberEvents?member=m-1'],
    ['/staff/feeComparison', '/staff/feeComparison?member=m-1'],
    ['/staff/insuranceCalculation', '/staff/insuranceCalculation?member=m-1'],
    ['/staff/consultation', '/staff/consultation?member=m-1'],
    ['/staff/reporting', '/staff/reporting'],
  ])('goes along to %s from the menu', async (page, named) => {
    await chosen();
    openAt(page);
    await waitFor(async () => expect(await field()).toHaveValue('Okafor, Dara'));
    await waitFor(() => expect(address()).toBe(named));
  });

  it('is the one of the address, where it names another, from then on', async () => {
    await chosen();
    openAt('/staff/consultation?member=m-2');
    await waitFor(async () => expect(await field()).toHaveValue('Quill, Ida'));
    await isCarried('m-2');
  });

  it('is another once another is chosen, and nobody once the field is emptied', async () => {
    await chosen();
    const { user } = openAt('/staff/insuranceCalculation');
    await waitFor(async () => expect(await field()).toHaveValue('Okafor, Dara'));
    await user.clear(await field());
    await isCarried(null);
    await user.type(await field(), 'quill');
    await user.click(await screen.findByRole('option', { name: /Quill/ }));
    await isCarried('m-2');
    await user.clear(await field());
    await isCarried(null);
    cleanup();
    openAt('/staff/consultation');
    expect(await field()).toHaveValue('');
  });

  it('is named anew by Find while a page is open', async () => {
    served();
    const { user } = openAt('/staff/insuranceCalculation?member=m-1');
    await waitFor(async () => expect(await field()).toHaveValue('Okafor, Dara'));
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Find' }), 'quill');
    await screen.findByRole('group', { name: 'Screens, for Ida Quill' });
    await user.click(screen.getByRole('option', { name: /^Insurance calculation/ }));
    await waitFor(async () => expect(await field()).toHaveValue('Quill, Ida'));
    expect(address()).toBe('/staff/insuranceCalculation?member=m-2');
    await isCarried('m-2');
    // What is typed for her is asked about before the browser goes back to him.
    const salary = await screen.findByRole('textbox', { name: /^Salary/ });
    await user.type(salary, '81000');
    back();
    await user.click(await screen.findByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('textbox', { name: /^Salary/ })).toHaveValue('81000');
    expect(await field()).toHaveValue('Quill, Ida');
    back();
    await user.click(await screen.findByRole('button', { name: 'Leave without calculating' }));
    await waitFor(async () => expect(await field()).toHaveValue('Okafor, Dara'));
    expect(address()).toBe('/staff/insuranceCalculation?member=m-1');
    expect(screen.getByRole('textbox', { name: /^Salary/ })).toHaveValue('');
  });

  it('and what is typed stay where a link leads within the page', async () => {
    served();
    const { user } = openAt('/staff/insuranceCalculation?member=m-1');
    await waitFor(async () => expect(await field()).toHaveValue('Okafor, Dara'));
    await user.type(await screen.findByRole('textbox', { name: /^Salary/ }), '81000');
    await user.click(screen.getByRole('link', { name: 'Skip to content' }));
    act(() => void window.dispatchEvent(new PopStateEvent('popstate', { state: null })));
    expect(screen.getByRole('textbox', { name: /^Salary/ })).toHaveValue('81000');
    expect(await field()).toHaveValue('Okafor, Dara');
  });

  it('stays while the menu opens the page again on which they were chosen', async () => {
    await chosen();
    const { user } = openAt('/staff/memberEvents?member=m-2');
    await isCarried('m-2');
    const link = await screen.findByRole('link', { name: 'Member events' });
    await user.click(link);
    await waitFor(() => expect(address()).toBe('/staff/memberEvents?member=m-2'));
    expect(await field()).toHaveValue('Quill, Ida');
    await isCarried('m-2');
    await user.clear(await field());
    await waitFor(() => expect(address()).toBe('/staff/memberEvents'));
    expect(await field()).toHaveValue('');
    await isCarried(null);
  });

  it('is still carried after a failure that says nothing about them', async () => {
    await chosen();
    server.use(http.get('/api/members/:id', () => HttpResponse.json({ message: 'No' }, { status: 500 })));
    openAt('/staff/feeComparison');
    expect(await screen.findByText(/Choose a member again\./)).toBeVisible();
    await isCarried('m-1');
  });

  it('is kept by the inner id alone, and for the user who chose', async () => {
    await chosen();
    expect(sessionStorage.getItem('kept.carriedMember')).toBe('{"username":"mei","memberId":"m-1"}');
    served({ username: 'omar' });
    openAt('/staff/consultation');
    expect(await field()).toHaveValue('');
    expect(address()).toBe('/staff/consultation');
  });

  it('is carried no further where they were erased, or cannot be reached any more', async () => {
    for (const members of [[], [{ ...okafor, erased: true }]]) {
      await chosen();
      served({ members });
      openAt('/staff/feeComparison');
      expect(await screen.findByText(/Choose a member again\./)).toBeVisible();
      await isCarried(null);
      cleanup();
      openAt('/staff/consultation');
      expect(await field()).toHaveValue('');
      cleanup();
    }
  });
});
