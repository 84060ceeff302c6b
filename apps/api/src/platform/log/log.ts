import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';

/** Classes of errors whose messages quote refused values, which may be personal. */
const quotesValues = /^(Mongo|BSON|ClickHouse|Syntax|Zod)/;

interface LoggedError {
  type: string;
  message?: string;
  code?: string | number;
  /** Stack frames, without the message with which a stack begins. */
  at: string[];
  cause?: LoggedError;
}

/** The part of an error that may be logged: never a person's values. */
function loggedError(error: unknown, depth = 0): LoggedError | string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  // Some error classes, such as ClickHouse's, do not set a name.
  const type = error.name === 'Error' ? error.constructor.name : error.name;
  const lines = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type,
    ...(!quotesValues.test(type) && { message: error.message }),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    at: lines.slice(0, 8).map((line) => line.trim().slice(3)),
    ...(error.cause instanceof Error && depth < 3 && { cause: loggedError(error.cause, depth + 1) as LoggedError }),
  };
}

/** The api's log: one line of JSON per entry, to standard output. It never contains URLs or bodies of requests. */
export const makeLog = (level: string, to?: DestinationStream): Logger =>
  pino(
    {
      name: 'api',
      level,
      serializers: {
        err: (error: unknown) => loggedError(error),
        // The route instead of the URL, which may contain a token or a search text.
        req: ({ method, routeOptions }: { method: string; routeOptions?: { url?: string } }) => ({
          method,
          route: routeOptions?.url,
        }),
        res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
        // The parser of uploads logs its options at `trace`, with the request's headers, which hold tokens and cookies.
        busboyOptions: ({ limits }: { limits?: object }) => ({ limits }),
      },
    },
    ...(to ? [to] : []),
  );

type Level = 'trace' | 'debug' | 'warn' | 'error' | 'fatal';

/** Turns messages of Nest and its loggers into lines of the same log. A message is text, or fields including `msg`. */
export class NestLog implements LoggerService {
  constructor(private readonly lines: Logger) {}

  /** Nest logs its own start at this level, which matters to developers only. */
  log(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest passes the logger's context last, and an error or its stack before it. */
  private write(level: Level, message: unknown, rest: readonly unknown[]): void {
    const context = rest.length > 0 && typeof rest.at(-1) === 'string' ? { context: rest.at(-1) } : {};
    const error = [message, ...rest].find((each) => each instanceof Error);
    const fields = { ...context, ...(error !== undefined && { err: error }) };
    if (typeof message === 'string') this.lines[level](fields, message);
    else if (message instanceof Error) this.lines[level](fields, 'an error');
    else this.lines[level]({ ...fields, ...(message as object) });
  }
}
