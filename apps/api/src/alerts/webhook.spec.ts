import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { mailOf, messageLine, webhookBody, type AlertMessage } from './message-body.js';
import { postWebhook, signed, webhookProblem, webhookSettings } from './webhook.js';

const message: AlertMessage = {
  kind: 'began',
  title: 'Projector behind',
  since: '2026-11-25T04:21:00.000Z',
  at: '2026-11-25T04:22:00.000Z',
  link: 'https://portal.example/operations/alerts#alert-projector-behind',
};
const strict = webhookSettings(false);
const local = webhookSettings(true);

let stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});

async function receiver(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

describe('what is said', () => {
  it('is check, state, time and link, in the form of the receiver', () => {
    expect(JSON.parse(webhookBody('json', message))).toEqual({
      kind: 'began',
      check: 'Projector behind',
      state: 'fires',
      since: message.since,
      at: message.at,
      link: message.link,
    });
    expect(JSON.parse(webhookBody('slack', message))).toEqual({
      text: `Superscope: Projector behind fires since 25/11/2026 15:21 (Sydney). <${message.link}|What to do>`,
    });
    expect(JSON.parse(webhookBody('teams', message))).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: { type: 'AdaptiveCard', actions: [{ type: 'Action.OpenUrl', url: message.link }] },
        },
      ],
    });
    expect(mailOf({ ...message, kind: 'ended' })).toEqual({
      subject: 'Superscope: Projector behind ended',
      text: `Projector behind ended 25/11/2026 15:22 (Sydney).\n\n${message.link}\n`,
    });
    expect(messageLine({ ...message, kind: 'again' })).toContain('still fires since');
    expect(JSON.parse(webhookBody('json', { ...message, kind: 'test', title: null, since: null }))).toMatchObject({
      kind: 'test',
      check: null,
      state: null,
    });
  });

  it('is signed with its time, so that neither can be changed', async () => {
    const got: { body: string; headers: IncomingMessage['headers'] }[] = [];
    const url = await receiver((request, response) => {
      void text(request).then((body) => {
        got.push({ body, headers: request.headers });
        response.end('ok');
      });
    });
    const body = webhookBody('json', message);
    const answer = await postWebhook(url, body, signed(body, 'the key', new Date(message.at)), local);
    expect(answer).toMatchObject({ isDelivered: true, answer: '200' });
    const { 'x-superscope-timestamp': timestamp, 'x-superscope-signature': signature } = got[0]!.headers;
    expect(timestamp).toBe('1795580520');
    const expected = createHmac('sha256', 'the key')
      .update(`${String(timestamp)}.${got[0]!.body}`)
      .digest('hex');
    expect(signature).toBe(`sha256=${expected}`);
  });
});

describe('the address of a webhook', () => {
  it.each([
    ['http://hooks.example.com/x', 'The address must begin with https://.'],
    ['ftp://hooks.example.com/x', 'The address must begin with https://.'],
    ['https://me:secret@hooks.example.com/x', 'The address must have no user name or password.'],
    ['https://127.0.0.1/x', 'The address is of a private network, which alerts do not reach.'],
    ['https://2130706433/x', 'The address is of a private network, which alerts do not reach.'],
    ['https://0x7f.1/x', 'The address is of a private network, which alerts do not reach.'],
    ['https://[::1]/x', 'The address is of a private network, which alerts do not reach.'],
    ['https://[::ffff:10.0.0.1]/x', 'The address is of a private network, which alerts do not reach.'],
    ['https://[fe80::1]/x', 'The address is of a private network, which alerts do not reach.'],
    ['https://169.254.169.254/latest/meta-data', 'The address is of a private network, which alerts do not reach.'],
    ['https://10.1.2.3/x', 'The address is of a private network, which alerts do not reach.'],
    ['https://192.168.0.1/x', 'The address is of a private network, which alerts do not reach.'],
    ['https://localhost/x', 'The address is of a private network, which alerts do not reach.'],
    ['hooks', 'This is not an address.'],
  ])('%s is refused', (address, problem) => {
    expect(webhookProblem(address, strict)).toBe(problem);
  });

  it('may be public by https; this machine only with the setting for development, and no other private one', () => {
    expect(webhookProblem('https://hooks.example.com/x', strict)).toBeNull();
    expect(webhookProblem('http://127.0.0.1:9/x', local)).toBeNull();
    expect(webhookProblem('http://10.0.0.1/x', local)).toBe('The address must begin with https://.');
    expect(webhookProblem('https://10.0.0.1/x', local)).toContain('private network');
  });

  it('is asked for nothing if its name leads into a private network, also at the second time', async () => {
    let asked = 0;
    const url = new URL(await receiver((_, response) => void response.end(String((asked += 1)))));
    const answers = [['203.0.113.7'], ['127.0.0.1'], ['8.8.8.8', '127.0.0.1']];
    for (const addresses of answers) {
      const settings = {
        ...strict,
        resolve: async () => addresses.map((address) => ({ address, family: 4 })),
      };
      const answer = await postWebhook(`https://hooks.example.com:${url.port}/x`, '{}', {}, settings);
      expect(answer).toMatchObject({ isDelivered: false, answer: 'its name leads into a private network' });
    }
    expect(asked).toBe(0);
  });

  it('is connected to by the very addresses that were looked at', async () => {
    let asked = 0;
    let looked = 0;
    const { port } = new URL(await receiver((_, response) => void response.end(String((asked += 1)))));
    // The second look would lead elsewhere, as a name does that changes its address between two looks.
    const resolve = async () => [{ address: (looked += 1) === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    const answer = await postWebhook(`http://localhost:${port}/x`, '{}', {}, { ...local, resolve });
    expect([answer.isDelivered, asked, looked]).toEqual([true, 1, 1]);
  });
});

describe('an answer', () => {
  it('that redirects is not followed', async () => {
    let followed = 0;
    const inner = await receiver((_, response) => void response.end(String((followed += 1))));
    const url = await receiver((_, response) => void response.writeHead(307, { Location: inner }).end());
    expect(await postWebhook(url, '{}', {}, local)).toMatchObject({
      isDelivered: false,
      answer: '307, redirects are not followed',
    });
    expect(followed).toBe(0);
  });

  it('that refuses is told by its status alone', async () => {
    const url = await receiver((_, response) => void response.writeHead(503).end('Ms Okafor is on leave'));
    expect(await postWebhook(url, '{}', {}, local)).toMatchObject({ isDelivered: false, answer: '503' });
  });

  it('that never ends, or never comes, ends', async () => {
    const endless = await receiver((_, response) => {
      const more = () => response.write('x'.repeat(16 * 1024), () => void (response.destroyed || more()));
      more();
    });
    expect(await postWebhook(endless, '{}', {}, local)).toMatchObject({ isDelivered: true, answer: '200' });
    const silent = await receiver(() => undefined);
    expect(await postWebhook(silent, '{}', {}, { ...local, milliseconds: 50 })).toMatchObject({
      isDelivered: false,
      answer: 'no answer within 0.05 s',
    });
    const closedPort = new URL(await receiver(() => undefined)).port;
    for (const stop of stops) stop();
    expect(await postWebhook(`http://127.0.0.1:${closedPort}/x`, '{}', {}, local)).toMatchObject({
      isDelivered: false,
      answer: 'no connection (ECONNREFUSED)',
    });
  });
});
