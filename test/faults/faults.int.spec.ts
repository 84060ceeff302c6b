import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from './fault-kinds.js';
import { FaultRun } from './fault-run.js';

const rounds = process.env['SUPERSCOPE_LONG'] === 'true' ? 10 : 1;
const faultsPerRound = 5;
/** Processes are restarted repeatedly, on a possibly busy machine. */
const patience = 900_000;
const seed = 'npm test';
/** Longer than the relay's lease, so that another relay takes over before the paused one wakes. */
const pauseMs = { from: 5_500, to: 6_500 };

describe('a portal whose parts are killed, paused and disconnected under load', () => {
  const said: string[] = [];
  let run: FaultRun;

  beforeAll(async () => {
    run = await FaultRun.start({ seed, direct: false, pauseMs, say: (text) => said.push(text) });
    if (run.portal.withoutBroker !== null)
      process.stdout.write(`Kafka: faults are tried without a broker, as ${run.portal.withoutBroker}.\n`);
    if (process.env['CI'] === 'true') expect(run.portal.withoutBroker).toBeNull();
  }, patience);

  afterAll(() => run?.stop(), patience);

  const harmlessly = async (faults: readonly Fault[]) => {
    await run.round(faults).catch((error: unknown) => {
      run.keep();
      throw new Error(`${said.join('\n')}\nSeed '${seed}', log ${run.portal.logFile}`, { cause: error });
    });
    const { lost, doubled, halfVisible, failures, notes } = run.takeFindings();
    expect(
      { lost, doubled, halfVisible, failures },
      `${notes.join('\n')}\nSeed '${seed}', log ${run.portal.logFile}`,
    ).toEqual({ lost: 0, doubled: 0, halfVisible: 0, failures: 0 });
  };

  it(
    'loses and duplicates nothing acknowledged, makes each document once, shows no incomplete plan-month, and equals a rebuild',
    () => harmlessly(run.oneOfEach([run.portal.broker === null ? 'pause: a projector' : 'pause: the active relay'])),
    patience,
  );

  if (rounds > 1)
    it(
      `does so ${rounds} times`,
      async () => {
        for (let round = 1; round < rounds; round += 1) await harmlessly(run.some(faultsPerRound));
      },
      patience * rounds,
    );
});
