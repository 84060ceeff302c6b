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
  115: 'CommandNotSupported',
  171: 'CannotIndexParallelArrays',
  175: 'QueryPlanKilled',
  225: 'TransactionTooOld',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  14031: 'OutOfDiskSpace',
  40324: 'UnrecognizedPipelineStage',
  40415: 'UnknownField',
} as const;

export type ErrorCode = keyof typeof NAMES;

/** An error as a MongoDB client receives it. `extra` is added to the reply or the write error (e.g. keyPattern). */
export class MongoError extends Error {
  readonly codeName: string;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly extra: Record<string, unknown> = {},
  ) {
    super(message);
    this.codeName = NAMES[code];
  }
}

/** The BSON library throws plain errors for bytes that it cannot read. They mean a bad request, not a fault of this server. */
export function asMongoError(error: unknown): MongoError {
  if (error instanceof MongoError) return error;
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'SQLITE_FULL') return new MongoError(14031, 'the disk is full');
  if (code?.startsWith('SQLITE')) return new MongoError(1, `storage failed: ${code}`);
  return new MongoError(2, message ?? 'the command failed');
}
