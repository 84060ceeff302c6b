import { parse } from 'node:querystring';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentUploadOf } from '../../microsites/document-upload.js';
import { formFieldsOf } from './form-fields.js';
import { Refusal } from './problem.filter.js';

let server: FastifyInstance;
beforeAll(async () => {
  server = fastify();
  await server.register(multipart as never);
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, parse(String(body))),
  );
  server.setErrorHandler(async (error, _, reply) =>
    error instanceof Refusal ? reply.code(error.status).send({ message: error.message }) : reply.code(500).send(),
  );
  server.post('/form', (request) => formFieldsOf(request));
  server.post('/document', (request) => documentUploadOf(request));
  await server.ready();
});
afterAll(() => server.close());

const post = async (url: string, type: string, payload: string | Buffer) => {
  const answer = await server.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
  return [answer.statusCode, answer.json<Record<string, unknown>>()] as const;
};
const urlencoded = (payload: string) => post('/form', 'application/x-www-form-urlencoded', payload);
const parts = (...each: [name: string, value: string, type?: string][]) =>
  `${each
    .map(
      ([name, value, type]) =>
        `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n${value}\r\n`,
    )
    .join('')}--cut--\r\n`;
const sentParts = (url: string, ...each: Parameters<typeof parts>) =>
  post(url, 'multipart/form-data; boundary=cut', parts(...each));

describe('a form', () => {
  it('has the same fields whichever way it is written, and an empty field is one that was not filled in', async () => {
    const read = [200, { startDate: '2026-03-01', forceNewRun: 'true' }];
    expect(await urlencoded('startDate=2026-03-01&providerIdFilter=&forceNewRun=true')).toEqual(read);
    const form = [
      ['startDate', '2026-03-01'],
      ['providerIdFilter', ''],
      ['forceNewRun', 'true'],
    ] as const;
    expect(await sentParts('/form', ...form.map((each) => [...each] as [string, string]))).toEqual(read);
    expect(
      await sentParts(
        '/form',
        ['startDate', '"2026-03-01"', 'application/json'],
        ['forceNewRun', 'true', 'application/json'],
      ),
    ).toEqual(read);
    expect(
      await post('/form', 'application/x-www-form-urlencoded; charset=UTF-8', 'filename=a%20b%2Bc.csv&x=%C3%A9'),
    ).toEqual([200, { filename: 'a b+c.csv', x: 'é' }]);
  });

  it('has each field once, no control characters, and is a form', async () => {
    expect(await urlencoded('jobId=1&jobId=2')).toEqual([400, { message: 'Send the field "jobId" once.' }]);
    expect(await sentParts('/form', ['jobId', ''], ['jobId', '2'])).toEqual([
      400,
      { message: 'Send the field "jobId" once.' },
    ]);
    expect((await urlencoded('filename=a%00b'))[0]).toBe(400);
    expect((await urlencoded('__proto__=a'))[0]).toBe(400);
    expect(await post('/form', 'application/json', '{"jobId":"1"}')).toEqual([
      415,
      { message: 'Send the fields as multipart/form-data.' },
    ]);
    expect((await sentParts('/form', ['jobId', '{"a":1}', 'application/json']))[0]).toBe(400);
    expect((await post('/form', 'multipart/form-data; boundary=other', parts(['a', 'b'])))[0]).toBe(400);
  });
});

describe('the part `document` of an upload', () => {
  const info = JSON.stringify({
    platformId: 'TWR',
    title: 'Guide',
    description: 'How',
    type: 'Info',
    url: 'https://a.example',
  });

  it('is the same as a text, and as a part that says that it is JSON', async () => {
    const plain = await sentParts('/document', ['document', info]);
    const typed = await sentParts('/document', ['document', info, 'application/json']);
    const named = await sentParts('/document', ['document', info, 'application/json; charset=utf-8']);
    expect(plain[0]).toBe(200);
    expect(plain[1]).toMatchObject({ document: { title: 'Guide' } });
    expect([typed, named]).toEqual([plain, plain]);
  });

  it('is named if it is no JSON, whatever it says of itself', async () => {
    const wrong = [400, { message: 'The part `document` is not JSON. Check its quotes, commas and brackets.' }];
    expect(await sentParts('/document', ['document', '{"title"', 'application/json'])).toEqual(wrong);
    expect(await sentParts('/document', ['document', '{"title"'])).toEqual(wrong);
  });
});
