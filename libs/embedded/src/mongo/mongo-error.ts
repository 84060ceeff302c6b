const NAMES = {
  1: 'InternalError',
  2: 'BadValue',
  9: 'FailedToParse',
  14: 'TypeMismatch',
  20: 'IllegalOperation',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  52: 'DollarPrefixedFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  100: 'UnsatisfiableWriteConcern',
  112: 'WriteConflict',
  115: 'CommandNotSupported',
  171: 'CannotIndexParallelArrays',
  175: 'QueryPlanKilled',
  225: 'TransactionTooOld',
  251: 'NoSuchTransaction',
  256: 'TransactionCommitted',
  263: 'OperationNotSupportedInTransaction',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  14031: 'OutOfDiskSpace',
  40324: 'UnrecognizedPipelineStage',
  40415: 'UnknownField',
} as const;

export type ErrorCode = keyof typeof NAMES;

/** An error for a MongoDB client. `extra` is added to the reply or write error (e.g. keyPattern); `labels` tell the driver what to retry. */
export class MongoError extends Error {
  readonly codeName: string;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly extra: Record<string, unknown> = {},
    readonly labels: string[] = [],
  ) {
    super(message);
    this.codeName = NAMES[code];
  }
}

/** An error of the whole transaction, which makes the driver restart it. */
export const transientError = (code: ErrorCode, message: string) =>
  new MongoError(code, message, {}, ['TransientTransactionError']);

/** mingo and the BSON library throw plain errors for expressions that they cannot evaluate: a bad request, not a fault of this server. */
export function asMongoError(error: unknown): MongoError {
  if (error instanceof MongoError) return error;
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'SQLITE_FULL') return new MongoError(14031, 'the disk is full');
  if (code?.startsWith('SQLITE')) return new MongoError(1, `storage failed: ${code}`);
  return new MongoError(2, message ?? 'the command failed');
}
