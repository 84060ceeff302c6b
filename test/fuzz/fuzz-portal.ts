import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import { SessionStore } from '@superscope/api/authentication/session/session-store';
import { systemContext } from '@superscope/api/platform/commands/command-context';
import { IssueToken } from '@superscope/api/users/issue-token.slice';
import { RegisterUser } from '@superscope/api/users/register-user.slice';
import { campaignStream, recordCampaign } from '@superscope/domain/campaign/campaign';
import { memberStream, recordMember } from '@superscope/domain/member/member';
import { importSnapshots, memberSnapshotsStream } from '@superscope/domain/member-snapshots/member-snapshots';
import { planMonthId } from '@superscope/domain/plan-month-import';
import { userStream } from '@superscope/domain/user/user';
import type { Role } from '@superscope/domain/user/user.events';
import type { Projector } from '@superscope/projector/runtime/projector';
import { pino } from 'pino';
import { startApi } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { startStandInRenderer } from '../harness/renderer.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { routesOf, type Route } from './routes.js';

const errorLevel = pino.levels.values['error']!;

/** An account for each role. */
const userOf = {
  CompanyRep: 'companyrep',
  ProviderRep: 'providerrep',
  AuthorizedRep: 'authorisedrep',
  Staff: 'staff',
  Admin: 'admin',
  DevOps: 'devops',
  Auditor: 'auditor',
  Application: 'an-application',
  BrowserClient: 'a-browser-client',
} as const satisfies Record<Role, string>;

export const fuzzedRoles = Object.keys(userOf) as Role[];

/** The company rep's own plan, and one out of their reach. */
export const ownPlan = 'TWR.P0001';
export const othersPlan = 'PF.other';

/** A member of the plan, and the import of its only month. */
export const sampleMember = '6f1a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b';
export const sampleImport = '7a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';

/** The domain of the browser client's pages. */
const microsite = 'super.example.com';

/** The api with a little data on real engines, a session for each role, and all internal errors. */
export class FuzzPortal {
  private readonly sessions = new Map<Role, Promise<string>>();
  private readonly onRejection = (reason: unknown) => void this.wrong.push(`unhandled rejection: ${told(reason)}`);
  private readonly onException = (error: unknown) => void this.wrong.push(`uncaught exception: ${told(error)}`);

  private constructor(
    readonly engines: PortalEngines,
    readonly projector: Projector,
    readonly api: Awaited<ReturnType<typeof startApi>>,
    private readonly renderer: { stop: () => Promise<void> },
    /** Errors in the log and unhandled rejections, which must stay empty. */
    readonly wrong: string[],
    private readonly tokens: ReadonlyMap<Role, string>,
  ) {
    process.on('unhandledRejection', this.onRejection);
    process.on('uncaughtException', this.onException);
  }

  static async start(): Promise<FuzzPortal> {
    const engines = await startWithAccounts();
    const projector = await engines.projector();
    await projector.start();
    for (const [planId, members] of [
      [ownPlan, 14],
      [othersPlan, 13],
    ] as const) {
      const plan = new SamplePlan(engines.store, engines.identity, planId);
      if (planId === ownPlan) await plan.figures();
      await plan.register(members);
      await plan.month('2026-01', 80_000);
    }
    await addSamples(engines);
    const wrong: string[] = [];
    const write = (line: string) => {
      if ((JSON.parse(line) as { level: number }).level >= errorLevel) wrong.push(line);
    };
    const web = join(engines.folder, 'web');
    mkdirSync(join(web, 'assets'), { recursive: true });
    writeFileSync(join(web, 'index.html'), '<!doctype html><title>The client</title>');
    writeFileSync(join(web, 'assets', 'client.js'), '');
    // A stand-in for the renderer, which answers that there are no figures.
    const renderer = await startStandInRenderer(async () => ({ status: 409, body: '{"message":"No figures."}' }));
    const settings = { LOG_LEVEL: 'warn', SUPERSCOPE_WEB: web, ...renderer.settings };
    const api = await startApi(engines, settings, { write });
    const contexts = {
      Application: { kind: 'allPlans', id: null },
      BrowserClient: { kind: 'plan', id: ownPlan },
    } as const;
    const tokens = new Map<Role, string>();
    for (const role of ['Application', 'BrowserClient'] as const) {
      const registration = {
        userId: userOf[role],
        role,
        emailCode: false,
        context: contexts[role],
        ...(role === 'BrowserClient' ? { domain: microsite } : {}),
        personal: { username: userOf[role], name: null, email: null },
      };
      const by = systemContext(`fuzz/${role}`);
      const commands = api.app.get(CommandBus);
      await commands.execute(new RegisterUser(registration, null, by));
      const { token } = await commands.execute(
        new IssueToken(userOf[role], 'fuzz', 1, [], systemContext(`fuzz/token/${role}`)),
      );
      tokens.set(role, `Bearer ${token}`);
    }
    return new FuzzPortal(engines, projector, api, renderer, wrong, tokens);
  }

  get url(): string {
    return this.api.url;
  }

  routes(): Route[] {
    const server = this.api.app.getHttpAdapter().getInstance() as unknown as {
      printRoutes: (options: object) => string;
    };
    return routesOf(server.printRoutes({ commonPrefix: false }));
  }

  /** The headers that authenticate a role: a session's cookie, an Application's token, or a microsite's token and origin. */
  async credentialOf(role: Role): Promise<readonly (readonly [name: string, value: string])[]> {
    const token = this.tokens.get(role);
    if (token === undefined) return [['Cookie', await this.cookieOf(role)]];
    const origin = role === 'BrowserClient' ? ([['Origin', `https://${microsite}`]] as const) : [];
    return [['Authorization', token], ...origin];
  }

  /** The cookie of a role's session. */
  cookieOf(role: Role): Promise<string> {
    const known = this.sessions.get(role);
    if (known) return known;
    const cookie = this.beginSession(userOf[role]).then((token) => `superscope=${token}`);
    this.sessions.set(role, cookie);
    return cookie;
  }

  private async beginSession(userId: string): Promise<string> {
    const { state } = await this.engines.store.load(userStream, userId);
    return this.api.app.get(SessionStore).create(userId, state.sealedHash!);
  }

  /** Forgets an ended session, so that the next request signs in again. */
  forget(role: Role): void {
    this.sessions.delete(role);
  }

  /** Resets the limits on guessing, for accounts and addresses. */
  async forgiveGuessing(): Promise<void> {
    await this.engines.mongo.db('ops').collection('sign_in_attempts').deleteMany({});
  }

  /** The position of the newest event, which changes with every write. */
  async head(): Promise<string> {
    let head = '';
    for await (const batch of this.engines.store.readAll({ from: null }))
      for (const event of batch) if (!event.stream.startsWith('access-')) head = String(event.position.commit);
    return head;
  }

  async stop(): Promise<void> {
    process.off('unhandledRejection', this.onRejection);
    process.off('uncaughtException', this.onException);
    await this.api.stop();
    await this.renderer.stop();
    await this.projector.stop();
    await this.engines.stop();
  }
}

/** Adds a member and an import with fixed ids, which requests can use before the portal exists. */
async function addSamples({ store, identity }: PortalEngines): Promise<void> {
  const plan = new SamplePlan(store, identity, othersPlan);
  const member = { ...plan.member(0), memberId: sampleMember };
  await store.transact(memberStream, sampleMember, recordMember(member, '2025-01-01'), byTest());
  const of = { importId: sampleImport, planId: ownPlan, month: '2025-12' };
  const id = planMonthId(of.planId, of.month);
  await store.transact(memberSnapshotsStream, id, importSnapshots(of, [], 'none'), byTest());
  const campaignId = `${ownPlan}-C1`;
  const campaign = { campaignId, planId: ownPlan, name: 'A campaign', campaignType: 'email', runDate: '2026-01-10' };
  await store.transact(campaignStream, campaignId, recordCampaign(campaign), byTest());
}

const told = (what: unknown): string =>
  (Array.isArray(what) ? what : [what])
    .map((each) => (each instanceof Error ? (each.stack ?? each.message) : String(each)))
    .join(' ');
