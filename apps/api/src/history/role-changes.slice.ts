import { Controller, Injectable, Module } from '@nestjs/common';
import type { HistoryEvent } from '@superscope/contracts/event-history';
import { usersView } from '@superscope/contracts/read-models/users';
import { roleChanges, roleChangesQuery, type RoleChange, type RoleChanges } from '@superscope/contracts/role-changes';
import { namesOf } from '@superscope/domain/event';
import { userStream } from '@superscope/domain/user/user';
import type { Role } from '@superscope/domain/user/user.events';
import { isUndecodable } from '@superscope/event-store/events/recorded-event';
import { EventStore } from '@superscope/event-store/event-store';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { HistoryModule } from './history.module.js';
import { RecordedEvents } from './recorded-events.js';

const roleChangesEndpoint = endpoint('GET /api/history/roleChanges', {
  summary: 'Who changed the role of a user, from what to what, the newest first',
  right: 'history.read',
  readsHistory: true,
  query: roleChangesQuery,
  answers: { 200: roleChanges },
});

const { UserDetailsRevised: type, UserRegistered: registered } = namesOf(userStream);
const pageSize = 50;
/** Most revisions of users keep the role. A request reads at most this many pages of them. */
const mostPages = 20;

interface Change {
  from: Role | null;
  to: Role;
}

/** Tells from users' streams which of their revisions changed the role. */
@Injectable()
class FoldedRoles {
  constructor(private readonly store: EventStore) {}

  /** The changes of role of one user's stream, by revision. */
  async of(stream: string): Promise<Map<number, Change>> {
    const changes = new Map<number, Change>();
    let user = userStream.initial;
    // An event that cannot be read may have changed the role, so what was before the next one is not known.
    let isKnown = true;
    for await (const event of this.store.read(stream)) {
      const givesRole = event.type === type || event.type === registered;
      if (isUndecodable(event)) {
        isKnown &&= !givesRole;
        continue;
      }
      const before = user.registration?.role ?? null;
      user = userStream.evolve(user, event as never);
      const after = user.registration?.role ?? null;
      if (event.type === type && after !== null && (!isKnown || before !== after))
        changes.set(Number(event.revision), { from: isKnown ? before : null, to: after });
      isKnown ||= givesRole;
    }
    return changes;
  }
}

@Controller()
class RoleChangesController {
  constructor(
    private readonly events: RecordedEvents,
    private readonly folded: FoldedRoles,
    private readonly views: Views,
  ) {}

  @Endpoint(roleChangesEndpoint)
  async list({ query }: RequestOf<typeof roleChangesEndpoint>): Promise<RoleChanges> {
    const found: { event: HistoryEvent; change: Change }[] = [];
    const ofStreams = new Map<string, Map<number, Change>>();
    let before = query.before ?? null;
    let goesOn = true;
    for (let page = 0; goesOn && page < mostPages && found.length < pageSize; page++) {
      const { events, next } = await this.events.page({ type }, before);
      for (const event of events) {
        const { stream, revision } = event;
        if (!ofStreams.has(stream)) ofStreams.set(stream, await this.folded.of(stream));
        const change = ofStreams.get(stream)!.get(revision);
        if (change !== undefined) found.push({ event, change });
      }
      before = next;
      goesOn = next !== null;
    }
    return { changes: await this.named(found), next: before };
  }

  private async named(found: readonly { event: HistoryEvent; change: Change }[]): Promise<RoleChange[]> {
    const userOf = ({ stream }: HistoryEvent) => stream.slice(userStream.category.length + 1);
    const ids = [...new Set(found.flatMap(({ event }) => [userOf(event), event.actor]))];
    const users = await this.views
      .of(usersView)
      .find({ _id: { $in: ids } }, { projection: { personal: 1 } })
      .toArray();
    const names = new Map(users.map(({ _id, personal }) => [_id, personal?.name ?? personal?.username ?? _id]));
    const nameOf = (id: string) => names.get(id) ?? id;
    return found.map(({ event, change }) => ({
      place: event.place,
      at: event.at,
      userId: userOf(event),
      name: nameOf(userOf(event)),
      ...change,
      by: event.actor === 'system' ? null : nameOf(event.actor),
    }));
  }
}

@Module({ imports: [HistoryModule], controllers: [RoleChangesController], providers: [FoldedRoles] })
export class RoleChangesSlice {}
