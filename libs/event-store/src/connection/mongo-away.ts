const away = /^Mongo(Network|ServerSelection|TopologyClosed|NotConnected|PoolCleared|PoolClosed)/;
/** For an interrupted bulk write the driver keeps only the message of the cause. */
const awayInWords =
  /^connection \S+ to .* (closed|timed out)|writing to socket|socket (closed|connection establishment)|interrupted due to|server selection timed out|\bconnection pool\b|\b(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)\b|\bENOENT\b.*\.sock/i;

/** Whether MongoDB could not be reached, or a connection broke midway, so that a retry may help. */
export const isMongoAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (away.test(error.name)) return true;
  // The driver passes this error through for a socket that has just closed.
  if ((error as { code?: unknown }).code === 'EPIPE') return true;
  return error.name === 'MongoBulkWriteError' && awayInWords.test(error.message);
};
