import { Controller, Module } from '@nestjs/common';
import {
  alertCount,
  alertList,
  type Alert,
  type AlertAddressInfo,
  type AlertCount,
  type AlertList,
  type FiringAlert,
  type ToldLately,
} from '@superscope/contracts/alerts';
import { dayMs } from '@superscope/domain/alerts/alert-episode';
import { isInHand, isMutedAt, type AlertAddress, type Alerts } from '@superscope/domain/alerts/alerts';
import { groupBy } from '@superscope/domain/group-by';
import { Endpoint, endpoint } from '../platform/endpoint/endpoint.js';
import { Ops, Views } from '../platform/engines.module.js';
import { looksOf, type LookedCheck } from '../platform/checks/newest-look.js';
import { userNames } from '../users/user-names.js';
import { episodesOf, messagesOf, type EpisodeDocument, type MessageDocument } from './alert-documents.js';
import { AlertRegister } from './alert-register.js';
import { AlertSender } from './alert-sender.js';
import { AlertsModule } from './alerts.module.js';

/** How many messages are read for what was told lately, and how many tellings are listed. */
const mostMessages = 400;
const mostTold = 20;

const alertsEndpoint = endpoint('GET /api/alerts', {
  summary: 'What complains, who has it in hand, who hears of it, and what was told lately',
  right: 'operations.read',
  polled: true,
  answers: { 200: alertList },
});

const countEndpoint = endpoint('GET /api/alerts/count', {
  summary: 'What fires, and how much of it nobody has in hand and nobody has muted',
  right: 'operations.read',
  polled: true,
  answers: { 200: alertCount },
});

@Controller()
class ListAlertsController {
  constructor(
    private readonly ops: Ops,
    private readonly views: Views,
    private readonly register: AlertRegister,
    private readonly sender: AlertSender,
  ) {}

  @Endpoint(countEndpoint)
  async count(): Promise<AlertCount> {
    const [look, alerts] = await Promise.all([looksOf(this.ops).findOne({ _id: 'newest' }), this.register.read()]);
    const now = new Date().toISOString();
    const firing = (look?.checks ?? [])
      .filter(({ finding }) => finding?.state === 'fires')
      .map((check): FiringAlert => {
        const isMuted = isMutedAt(alerts.muted[check.name], now);
        return { title: check.title, quietedBy: isMuted ? 'mute' : handOf(check, alerts) ? 'hand' : null };
      });
    const open = firing.filter(({ quietedBy }) => quietedBy === null).length;
    return { lookedAt: look?.at.toISOString() ?? null, open, firing };
  }

  @Endpoint(alertsEndpoint)
  async list(): Promise<AlertList> {
    const [look, alerts, episodes, messages] = await Promise.all([
      looksOf(this.ops).findOne({ _id: 'newest' }),
      this.register.read(),
      episodesOf(this.ops).find({}).toArray(),
      messagesOf(this.ops).find({}).sort({ createdAt: -1 }).limit(mostMessages).toArray(),
    ]);
    const { acknowledged, muted, addresses } = alerts;
    const people = [...Object.values(acknowledged), ...Object.values(muted)].map(({ by }) => by);
    const names = await userNames(this.views, people);
    const checks = look?.checks ?? [];
    const known = new Map(episodes.map((each) => [each._id, each]));
    return {
      lookedAt: look?.at.toISOString() ?? null,
      alerts: checks
        .flatMap((check) => alertOf(check, alerts, known.get(check.name), messages, names, addresses.length) ?? [])
        .toSorted((a, b) => needOf(a) - needOf(b) || a.title.localeCompare(b.title)),
      quiet: checks.flatMap(({ title, looksAt, finding }) => (finding === null ? [{ title, looksAt }] : [])),
      addresses: addresses.map((address) => addressInfo(address, messages)),
      told: toldLately(messages),
      sendsMail: this.sender.sendsMail,
    };
  }
}

/** What nobody has in hand comes first, what is muted last. */
const needOf = ({ state, inHand, muted }: Alert): number =>
  muted !== null ? 3 : inHand !== null ? 1 : state === 'fires' ? 0 : 2;

const handOf = ({ name, since, concerns }: LookedCheck, { acknowledged }: Alerts) =>
  since !== null && isInHand(acknowledged[name], since.toISOString(), concerns) ? acknowledged[name] : undefined;

function alertOf(
  check: LookedCheck,
  alerts: Alerts,
  episode: EpisodeDocument | undefined,
  messages: readonly MessageDocument[],
  names: ReadonlyMap<string, string>,
  addresses: number,
): Alert | null {
  const { name, title, finding, since, page } = check;
  if (finding === null) return null;
  const now = new Date().toISOString();
  const inHand = handOf(check, alerts);
  const muted = alerts.muted[name];
  const isMuted = isMutedAt(muted, now);
  const person = ({ by, at, reason }: { by: string; at: string; reason: string }) => ({
    by: names.get(by) ?? 'Somebody whose account is gone',
    at,
    reason,
  });
  const own = messages.filter((each) => each.check === name && each.since?.getTime() === episode?.since);
  const newest = own.filter(({ at }) => at.getTime() === own[0]?.at.getTime());
  const isTold = episode?.endedAt === null && episode.toldAt !== null;
  const lasts = isTold && finding.state === 'fires' && !isMuted && inHand === undefined && addresses > 0;
  return {
    check: name,
    title,
    ...finding,
    since: since?.toISOString() ?? null,
    told:
      !isTold || newest.length === 0
        ? null
        : {
            delivered: newest.filter(({ state }) => state === 'delivered').length,
            of: newest.length,
            at: newest[0]!.at.toISOString(),
          },
    againAt: lasts ? new Date(episode.toldAt! + dayMs).toISOString() : null,
    inHand: inHand === undefined ? null : person(inHand),
    muted: isMuted ? { ...person(muted), until: muted.until } : null,
    page,
  };
}

/** The address of a webhook is a secret: only its host is told. */
const shownAs = ({ form, personal }: AlertAddress): string =>
  form === 'mail' || !URL.canParse(personal.where) ? personal.where : `${new URL(personal.where).origin}/…`;

function addressInfo(address: AlertAddress, messages: readonly MessageDocument[]): AlertAddressInfo {
  const { addressId, form, personal } = address;
  const last = messages.find((each) => each.addressId === addressId);
  return {
    addressId,
    form,
    name: personal.name,
    where: shownAs(address),
    last:
      last === undefined
        ? null
        : {
            state: last.state,
            at: (last.sentAt ?? last.createdAt).toISOString(),
            answer: last.answer,
            tries: last.tries,
            nextAt: last.nextAt?.toISOString() ?? null,
          },
  };
}

/** What went out, the newest first: the messages of one telling together. */
function toldLately(messages: readonly MessageDocument[]): ToldLately[] {
  const tellings = groupBy(messages, ({ _id }) => _id.slice(0, _id.lastIndexOf('/')));
  return [...tellings.values()].slice(0, mostTold).map((of) => {
    const [{ kind, title, createdAt }] = of as [MessageDocument];
    return {
      kind,
      title,
      at: createdAt.toISOString(),
      to: of.map(({ name }) => name).toSorted(),
      delivered: of.filter(({ state }) => state === 'delivered').length,
      waiting: of.filter(({ state }) => state === 'due' || state === 'sending').length,
      failed: of.flatMap(({ name, state, tries, answer }) =>
        state === 'gaveUp' || state === 'unknown'
          ? [`${name}: ${answer ?? 'no answer'}${tries > 1 ? `, given up after ${tries} tries` : ''}`]
          : [],
      ),
    };
  });
}

@Module({ imports: [AlertsModule], controllers: [ListAlertsController] })
export class ListAlertsSlice {}
