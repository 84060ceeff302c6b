/** An error as ClickHouse's HTTP interface reports it: the code in a header, `Code: N. DB::Exception: ... (NAME)` in the body. */
export class ClickhouseError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly httpStatus = statusOf(code),
  ) {
    super(message);
  }

  static of(code: number, name: string, text: string, httpStatus?: number) {
    return new ClickhouseError(code, `Code: ${code}. DB::Exception: ${text} (${name})`, httpStatus);
  }

  /** `spool` is the file of an INSERT's rows, whose path is removed from the message. */
  static from(error: unknown, spool?: string): ClickhouseError {
    if (error instanceof ClickhouseError) return error;
    const raw = error instanceof Error ? error.message : String(error);
    // The engine wraps an error once more while it reads a file: "Code: 27. DB::Exception: Code: 27. DB::Exception: ...".
    let message = raw.replace(/^(Code: \d+\. DB::Exception: )\1+/, '$1');
    if (spool) message = message.replaceAll(`: (in file/uri ${spool})`, '').replaceAll(spool, 'the request body');
    const code = Number(/^Code: (\d+)/.exec(message)?.[1] ?? 1002);
    return new ClickhouseError(
      code,
      code === 1002 ? `Code: 1002. DB::Exception: ${message} (UNKNOWN_EXCEPTION)` : message,
    );
  }
}

/** The client has disconnected, so this error is not delivered. */
export const queryCancelled = () => ClickhouseError.of(394, 'QUERY_WAS_CANCELLED', 'Query was cancelled.');

// ClickHouse's own mapping (HTTPHandler, exceptionCodeToHTTPStatus), for the codes that reach a client.
const BAD_REQUEST = [6, 25, 26, 27, 36, 38, 41, 42, 43, 53, 62, 69, 72, 117, 131, 167, 168, 169, 456, 457];
const NOT_FOUND = [46, 47, 50, 56, 60, 63, 73, 81, 115];
const STATUS = new Map<number, number>([
  ...BAD_REQUEST.map((code) => [code, 400] as const),
  ...NOT_FOUND.map((code) => [code, 404] as const),
  [48, 501],
  [194, 401],
  [192, 403],
  [193, 403],
  [516, 403],
]);
const statusOf = (code: number) => STATUS.get(code) ?? 500;
