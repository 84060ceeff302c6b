import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A mail server on this machine that keeps what it is sent, or refuses recipients. */
export async function startMailServer() {
  const mails: { to: string; text: string }[] = [];
  let refuses = false;
  const server = createServer((socket) => {
    let [buffer, to, isData] = ['', '', false];
    socket.on('error', () => undefined);
    socket.write('220 stand-in ESMTP\r\n');
    socket.on('data', (chunk) => {
      buffer += chunk.toString();
      for (;;) {
        const end = buffer.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + (isData ? 5 : 2));
        if (isData) {
          mails.push({ to, text: line });
          isData = false;
          socket.write('250 kept\r\n');
        } else if (/^RCPT TO:/i.test(line)) {
          to = /<(.*)>/.exec(line)?.[1] ?? '';
          socket.write(refuses ? '550 no\r\n' : '250 ok\r\n');
        } else if (/^DATA/i.test(line)) {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    refuse: (now: boolean) => (refuses = now),
    stop: () => new Promise<void>((done) => void server.close(() => done())),
  };
}
