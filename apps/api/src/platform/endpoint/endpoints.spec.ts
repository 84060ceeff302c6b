import { Get } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import { nothing } from './answers.js';
import { endpoint, Endpoint } from './endpoint.js';
import { Endpoints } from './endpoints.js';

const newsEndpoint = endpoint('GET /news', { summary: 'News', right: 'public', answers: { 200: nothing } });

class Declared {
  @Endpoint(newsEndpoint)
  news() {}

  /** Not an endpoint. */
  helper() {}
}

class Forgetful {
  @Get('secrets')
  secrets() {}
}

function startWith(...controllers: (new () => object)[]) {
  const found = controllers.map((controller) => ({ instance: new controller(), metatype: controller }));
  // Nest also lists providers that it has not instantiated.
  const listed = [...found, { instance: undefined, metatype: Forgetful }];
  const endpoints = new Endpoints({ getControllers: () => listed } as never, new MetadataScanner());
  endpoints.onApplicationBootstrap();
  return endpoints.all;
}

describe('at the start', () => {
  it('every endpoint is known by its declaration', () => {
    expect(startWith(Declared)).toEqual([newsEndpoint]);
  });

  it('an undeclared route without a right is refused by name', () => {
    expect(() => startWith(Declared, Forgetful)).toThrow(/: Forgetful\.secrets$/);
  });
});
