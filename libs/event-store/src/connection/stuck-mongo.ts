import type { MongoClient } from 'mongodb';

/** The part of a client that the watch uses. */
type Heard = Pick<MongoClient, 'on'>;

/** Longer than the driver's own limits for a check: 30 seconds to connect, and 10 until the server must answer. */
const mostTicksOfCheck = 60;
/** Longer than any command of the product takes. */
const mostTicksOfCommand = 120;
const tickMilliseconds = 1_000;

/** Exit code of a process with such a client: `EX_TEMPFAIL` of sysexits.h, 'try again'. */
export const stuckExitCode = 75;

/**
 * Detects a MongoDB client that will never answer again. The driver (7.9) waits for a socket to drain and gets no
 * event when that socket has just closed. Its server check then never ends, the server stays unknown, and every
 * command fails after 30 seconds even when the server is back. A command may hang in the same way. Only ending the
 * process helps. The wait is counted in ticks, not by the clock, because a paused process has not waited.
 */
export class StuckMongo {
  private now = 0;
  /** When they began, in ticks: checks by server, and commands by connection. */
  private readonly checks = new Map<string, number>();
  private readonly commands = new Map<string, number>();

  constructor(client: Heard) {
    const began = ({ connectionId }: { connectionId: string }) => void this.checks.set(connectionId, this.now);
    const ended = ({ connectionId }: { connectionId: string }) => void this.checks.delete(connectionId);
    client.on('serverHeartbeatStarted', began);
    client.on('serverHeartbeatSucceeded', ended);
    client.on('serverHeartbeatFailed', ended);
    client.on('connectionCheckedOut', ({ address, connectionId }) => {
      this.commands.set(`${address} ${connectionId}`, this.now);
    });
    client.on('connectionCheckedIn', ({ address, connectionId }) => {
      this.commands.delete(`${address} ${connectionId}`);
    });
  }

  /** The kind of operation that has been pending for too long after another tick; null while everything answers. */
  tick(): 'check' | 'command' | null {
    this.now += 1;
    for (const since of this.checks.values()) if (this.now - since > mostTicksOfCheck) return 'check';
    for (const since of this.commands.values()) if (this.now - since > mostTicksOfCommand) return 'command';
    return null;
  }
}

/** Ends this process, after a last log line, once one of these clients is stuck. The process's supervisor starts it again. */
export function endWhenStuck(
  clients: Iterable<MongoClient>,
  log: { fatal: (line: { msg: string; waitedFor: 'check' | 'command' }) => void },
): void {
  // The same client may serve the views and the vault.
  const watched = [...new Set(clients)].map((client) => new StuckMongo(client));
  const timer = setInterval(() => {
    for (const stuck of watched) {
      const waitedFor = stuck.tick();
      if (waitedFor === null) continue;
      log.fatal({ msg: 'the MongoDB client is stuck; ending the process so that it is started again', waitedFor });
      process.exit(stuckExitCode);
    }
  }, tickMilliseconds);
  timer.unref();
}
