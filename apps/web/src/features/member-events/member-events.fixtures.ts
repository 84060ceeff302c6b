import type { MemberEvent, OneMember, OwnEvent } from '@superscope/contracts/member-events';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { memberEvent } from '../../test/member-event';
import { openAt } from '../../test/render-app';
import { sydneyToday } from '../../ui/format';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

const okafor = {
  id: 'm-1',
  surname: 'Okafor',
  givenName: 'Dara',
  memberNumber: '770401822217',
  birthDate: '1984-03-14',
  login: 'd.okafor',
  companyName: 'Kestrel Freight Group',
  joinDate: '2021-02-04',
  leftOn: null,
};

const ownEvent = (id: string, eventType: string): OwnEvent => ({
  id,
  eventType,
  member: {
    id: 'm-1',
    surname: 'Okafor',
    givenName: 'Dara',
    memberNumber: '770401822217',
    birthDate: '1984-03-14',
    login: 'd.okafor',
  },
  effectiveDate: sydneyToday(),
  at: new Date().toISOString(),
  processed: false,
  withdrawnAt: null,
  valid: null,
  outcome: null,
  amount: null,
  fundName: null,
  notes: null,
});

export interface Sent {
  body: Record<string, unknown>;
  key: string | null;
}

/** A server with a consultant or a member of staff signed in, what it was asked for, and what it was sent. */
export function portal(role: 'AuthorizedRep' | 'Staff' | 'CompanyRep', events: MemberEvent[] = [], links = {}) {
  let member: () => OneMember = () => ({ ...okafor, erased: false });
  const asked: string[] = [];
  const sent: Sent[] = [];
  const withdrawn: string[] = [];
  let listed = events;
  let own: OwnEvent[] = [];
  const build = {
    git: { commit: { id: null, time: null } },
    build: { time: null, version: '0' },
    maintenanceMessage: null,
  };
  server.use(
    http.get('/actuator/info', () => HttpResponse.json({ ...build, links })),
    http.get('/api/authentication', () =>
      HttpResponse.json({ user: withRights({ username: 'helen', name: 'Helen Marchetti', role, planId: null }) }),
    ),
    http.get('/api/onecentral/consultants', () =>
      HttpResponse.json([
        { id: 'helen', name: 'Helen Marchetti', own: role === 'AuthorizedRep' },
        { id: 'joon', name: 'Joon-ho Baek', own: false },
      ]),
    ),
    http.get('/api/members', ({ request }) => {
      const name = new URL(request.url).searchParams.get('name') ?? '';
      asked.push(name);
      return HttpResponse.json('okafor'.startsWith(name.toLowerCase()) ? [okafor] : []);
    }),
    http.get('/api/members/events/today', () => HttpResponse.json({ today: sydneyToday(), events: own })),
    http.get('/api/members/:id', () => HttpResponse.json(member())),
    http.get('/api/members/:id/events', () => HttpResponse.json(listed)),
    http.post('/api/members/events', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ body, key: request.headers.get('Idempotency-Key') });
      const blocks = Object.keys(body).filter((name) => typeof body[name] === 'object');
      listed = [
        memberEvent(`m-1_new${sent.length}`, 'ConsultationPerformed', {
          processed: false,
          consultant: 'Helen Marchetti',
        }),
        ...listed,
      ];
      own = [ownEvent(`m-1_own${sent.length}`, 'ConsultationPerformed'), ...own];
      const written = blocks.map((eventType, i) => ({ id: `m-1_${i}`, eventType }));
      return HttpResponse.json({ stream: 'member-m-1', revision: '5', position: '5', events: written });
    }),
    http.delete('/api/members/events/:id', ({ params }) => {
      withdrawn.push(String(params['id']));
      listed = listed.filter(({ id }) => id !== params['id']);
      own = own.map((one) => (one.id === params['id'] ? { ...one, withdrawnAt: new Date().toISOString() } : one));
      return HttpResponse.json({ stream: 'member-m-1', revision: '6', position: '6' });
    }),
  );
  const erase = () => {
    const nameless = { surname: 'Erased', givenName: null, memberNumber: null, birthDate: null, login: null };
    member = () => ({ ...okafor, ...nameless, erased: true });
  };
  return { asked, sent, withdrawn, erase };
}

export const page = '/staff/memberEvents';
export const opened = async () => {
  const { user } = openAt(page);
  const lookup = await screen.findByRole('combobox', { name: /^Member/ });
  await screen.findByRole('option', { name: 'Joon-ho Baek' });
  const choose = async () => {
    await user.type(lookup, 'okaf');
    await user.click(await screen.findByRole('option', { name: /Kestrel Freight/ }));
  };
  const toggle = (name: string) => user.click(screen.getByRole('switch', { name }));
  return { user, lookup, choose, toggle };
};
export const submit = () => screen.getByRole('button', { name: 'Submit' });
export const timeline = () => screen.findByRole('region', { name: /^Timeline of/ });
