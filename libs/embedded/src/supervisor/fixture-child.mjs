// A process for the supervisor's specs, controlled by its arguments and messages.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';

const args = process.argv.slice(2);
const flag = (name) => args.includes(name);
const port = Number(args[args.indexOf('--port') + 1] ?? 0);
const fd = process.env.SUPERSCOPE_LISTEN_FD;

if (flag('--refuse')) {
  process.send({ ready: false, error: 'The folder is in use.' }, () => process.exit(1));
} else if (flag('--die') || (flag('--die-while') && existsSync(args[args.indexOf('--die-while') + 1]))) {
  console.error('no such setting');
  process.exit(3);
} else if (!flag('--silent')) {
  const server = createServer((request, response) => {
    if (request.url === '/die') process.exit(9);
    response.end(JSON.stringify({ pid: process.pid, args, given: process.env.FIXTURE ?? null }));
  });
  if (flag('--stubborn')) process.on('SIGTERM', () => console.log('not yet'));
  server.listen(fd === undefined ? { port, host: '127.0.0.1' } : { fd: Number(fd) }, () => {
    console.log('first line\nsecond line');
    const url = `http://127.0.0.1:${server.address().port}`;
    process.send({ ready: true, url }, flag('--leave-socket') && fd === undefined ? server._handle : undefined);
    // One line that is longer than a pipe can hold.
    if (flag('--talkative')) console.log('x'.repeat(20 * 1024 * 1024));
  });
} else {
  setInterval(() => {}, 1000);
}
