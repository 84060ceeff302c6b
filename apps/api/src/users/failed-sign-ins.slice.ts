import { Controller, Injectable, Module } from '@nestjs/common';
import { addDays, sydneyDate } from '@superscope/domain/calendar-dates';
import { accessStream, type AccessEvent } from '@superscope/domain/access/access';
import { failedSignIns, type FailedSignIns } from '@superscope/contracts/users';
import { usersView } from '@superscope/contracts/read-models/users';
import { streamName } from '@superscope/domain/event';
import { EventStore } from '@superscope/event-store/event-store';
import { isUndecodable } from '@superscope/event-store/events/recorded-event';
import { Identity } from '@superscope/event-store/keys/identity';
import { Endpoint, endpoint } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { loginIdsOf } from './users.slice.js';

const failedSignInsEndpoint = endpoint('GET /api/authentication/failedSignIns', {
  summary: 'The newest minutes with failed sign-ins, and the ten accounts and networks of each that were tried most',
  right: 'users.manage',
  answers: { 200: failedSignIns },
});

const daysShown = 7;
const mostMinutes = 50;

interface Place {
  stream: string;
  revision: number;
  entry: number;
}

/** Reads what the access log keeps of failed sign-ins. The table of its entries has no details, so they are read from its events. */
@Injectable()
class FailedSignInMinutes {
  constructor(
    private readonly analytics: Analytics,
    private readonly store: EventStore,
    private readonly views: Views,
    private readonly identity: Identity,
  ) {}

  async newest(): Promise<FailedSignIns['minutes']> {
    const [places, usernames] = await Promise.all([this.places(), this.usernames()]);
    const minutes = await Promise.all(places.map((place) => this.minuteAt(place, usernames)));
    return minutes.flatMap((minute) => minute ?? []);
  }

  private async minuteAt(
    { stream, revision, entry }: Place,
    usernames: ReadonlyMap<string, string>,
  ): Promise<FailedSignIns['minutes'][number] | null> {
    for await (const event of this.store.read(streamName(accessStream, stream), { from: BigInt(revision), limit: 1 })) {
      const noted = isUndecodable(event) ? undefined : (event.data as AccessEvent['data']).entries[entry];
      if (noted?.object == null) return null;
      const { wrong = '0', refused = '0', accounts = '', networks = '' } = noted.filter;
      return {
        at: noted.object,
        wrong: Number(wrong),
        refused: Number(refused),
        accounts: countsIn(accounts).map(([login, count]) => ({ username: usernames.get(login) ?? null, count })),
        networks: countsIn(networks).map(([network, count]) => ({ network, count })),
      };
    }
    return null;
  }

  private async places(): Promise<Place[]> {
    const answer = await this.analytics.client.query({
      query: `SELECT toString(stream_id) AS stream, toUInt32(revision) AS revision, entry FROM access_entry
WHERE on_date >= {since:Date} AND action = 'failed sign-ins'
ORDER BY at DESC, stream_id, revision, entry LIMIT 1 BY stream_id, revision, entry LIMIT ${mostMinutes}`,
      query_params: { since: addDays(sydneyDate(new Date()), 1 - daysShown) },
      format: 'JSONEachRow',
    });
    return answer.json<Place>();
  }

  /** Usernames by the HMACs of all logins. */
  private async usernames(): Promise<Map<string, string>> {
    const users = await this.views
      .of(usersView)
      .find({}, { projection: { personal: 1 } })
      .toArray();
    return new Map(
      users
        .filter(({ personal }) => personal !== undefined)
        .flatMap((user) => loginIdsOf(user, this.identity).map((id) => [id, user.personal.username] as const)),
    );
  }
}

/** `name 12, name 7`, as the access log has it. */
const countsIn = (text: string): [string, number][] =>
  text === ''
    ? []
    : text.split(', ').map((each) => {
        const at = each.lastIndexOf(' ');
        return [each.slice(0, at), Number(each.slice(at + 1))];
      });

@Controller()
class FailedSignInsController {
  constructor(private readonly minutes: FailedSignInMinutes) {}

  @Endpoint(failedSignInsEndpoint)
  async list(): Promise<FailedSignIns> {
    return { minutes: await this.minutes.newest() };
  }
}

@Module({ controllers: [FailedSignInsController], providers: [FailedSignInMinutes] })
export class FailedSignInsSlice {}
