import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Asked {
  path: string;
  body: string;
  authorization: string | undefined;
}

/** A host for acceptance tests that has no PDF, leaves out `leftOut` of the lists that it is sent, and keeps what it is asked. */
export async function listeningHost({ leftOut = 0 } = {}): Promise<{ server: Server; asked: Asked[]; url: string }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url!;
      asked.push({ path, body, authorization: request.headers.authorization });
      const digests = path.endsWith('/missing') ? (JSON.parse(body) as { digests: string[] }).digests : [];
      const answer = { missing: digests, documents: 0, lists: 0, leftOut: body.includes('"lists"') ? leftOut : 0 };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
