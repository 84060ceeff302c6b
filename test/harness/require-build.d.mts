/** Throws one sentence if a server is not built. */
export function requireServers(): void;

/** The folder of the built web client. Throws one sentence if it is not built. */
export function requireWebClient(): string;
