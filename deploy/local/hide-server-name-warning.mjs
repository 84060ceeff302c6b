/** Hides Node's warning about an IP address as TLS server name: the embedded event store's certificate is for 127.0.0.1. */
export function hideServerNameWarning() {
  const printers = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.code !== 'DEP0123') for (const print of printers) print(warning);
  });
}
