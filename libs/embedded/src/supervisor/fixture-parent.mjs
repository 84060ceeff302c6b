// Forks the other fixture as the supervisor does, reports its pid, and waits to be killed.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const modulePath = fileURLToPath(new URL('./fixture-child.mjs', import.meta.url));
const child = fork(modulePath, ['--port', '0'], { execArgv: process.argv.slice(2) });
child.once('message', () => process.send(child.pid));
