const away = /^Mongo(Network|ServerSelection|TopologyClosed|NotConnected|PoolCleared|PoolClosed)/;
/** Of a bulk write that broke off the driver keeps what happened as words only. */
const awayInWords =
  /^connection \S+ to .* (closed|timed out)|writing to socket|socket (closed|connection establishment)|interrupted due to|server selection timed out|\bconnection pool\b|\b(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)\b|\bENOENT\b.*\.sock/i;

/** Whether MongoDB could not be reached or a connection to it broke midway, so that trying again may help. */
export const isMongoAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (away.test(error.name)) return true;
  // The driver answers it raw for a socket that just went.
  if ((error as { code?: unknown }).code === 'EPIPE') return true;
  return error.name === 'MongoBulkWriteError' && awayInWords.test(error.message);
};
