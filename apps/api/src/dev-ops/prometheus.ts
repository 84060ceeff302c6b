import { z } from 'zod';

/** Longer than a healthy Prometheus takes, and short enough for a page that is read again every few seconds. */
const patienceMs = 3_000;
/** Alerts of one installation take some kilobytes. */
const mostBytes = 2_000_000;

/** An alert that fires, or that will if its condition lasts. */
const alert = z.object({
  labels: z.record(z.string(), z.string()),
  annotations: z.record(z.string(), z.string()).default({}),
  state: z.enum(['firing', 'pending']),
  activeAt: z.iso.datetime({ offset: true }).nullish(),
});
export type PrometheusAlert = z.infer<typeof alert>;

const rule = z.object({
  type: z.string(),
  name: z.string(),
  /** `err` if the rule cannot be evaluated. */
  health: z.string().default('ok'),
});
export type PrometheusRule = z.infer<typeof rule>;

const alertsAnswer = z.object({ status: z.literal('success'), data: z.object({ alerts: z.array(alert) }) });
const rulesAnswer = z.object({
  status: z.literal('success'),
  data: z.object({ groups: z.array(z.object({ rules: z.array(rule) })) }),
});

/** Prometheus did not answer as its API does. The message is for operators and quotes nothing of the answer. */
export class PrometheusAway extends Error {}

export interface PrometheusAnswer {
  alerts: readonly PrometheusAlert[];
  /** Null if Prometheus told of its alerts and not of its rules. */
  rules: readonly PrometheusRule[] | null;
}

/** Reads the alerts of a Prometheus. Its address may carry a name and a password, which are sent and never shown. */
export class Prometheus {
  /** Host and port, for people. */
  readonly place: string;
  private readonly base: URL;
  private readonly headers: Record<string, string>;

  constructor(
    url: string,
    private readonly limits: { patienceMs: number; mostBytes: number } = { patienceMs, mostBytes },
  ) {
    const address = new URL(url);
    const { username, password } = address;
    this.headers =
      username === ''
        ? {}
        : {
            Authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
          };
    address.username = '';
    address.password = '';
    if (!address.pathname.endsWith('/')) address.pathname += '/';
    this.base = address;
    this.place = address.host;
  }

  /** Throws PrometheusAway if it does not tell of its alerts. */
  async read(): Promise<PrometheusAnswer> {
    const [alerts, rules] = await Promise.all([
      this.ask('api/v1/alerts', alertsAnswer),
      this.ask('api/v1/rules?type=alert', rulesAnswer).catch((error: unknown) => {
        if (error instanceof PrometheusAway) return null;
        throw error;
      }),
    ]);
    return {
      alerts: alerts.data.alerts,
      rules:
        rules === null
          ? null
          : rules.data.groups.flatMap((group) => group.rules).filter(({ type }) => type === 'alerting'),
    };
  }

  private async ask<Shape>(path: string, shape: z.ZodType<Shape>): Promise<Shape> {
    const signal = AbortSignal.timeout(this.limits.patienceMs);
    const late = new PrometheusAway(`It does not answer within ${this.limits.patienceMs / 1000} seconds.`);
    const away = (error: unknown): never => {
      if (error instanceof PrometheusAway) throw error;
      throw signal.aborted ? late : new PrometheusAway('It cannot be reached.');
    };
    const answer = await fetch(new URL(path, this.base), { headers: this.headers, redirect: 'manual', signal }).catch(
      away,
    );
    if (answer.status !== 200) {
      await answer.body?.cancel().catch(() => undefined);
      throw new PrometheusAway(`It answers with status ${answer.status}.`);
    }
    const text = await this.textOf(answer).catch(away);
    const read = shape.safeParse(jsonOf(text));
    if (!read.success) throw new PrometheusAway('What it answers is not what Prometheus answers.');
    return read.data;
  }

  private async textOf(answer: Response): Promise<string> {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of answer.body ?? []) {
      bytes += (part as Uint8Array).length;
      if (bytes > this.limits.mostBytes) throw new PrometheusAway('Its answer is too long.');
      parts.push(part as Uint8Array);
    }
    return Buffer.concat(parts).toString('utf8');
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
