import { Controller, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { z } from 'zod';
import { Endpoint, endpoint } from './endpoint.js';
import { Endpoints } from './endpoints.js';
import { openApi } from './open-api.js';

const apiDocumentationEndpoint = endpoint('GET /api/docs', {
  summary: 'This document',
  right: 'api-docs.read',
  monitored: true,
  answers: { 200: z.looseObject({ openapi: z.string() }) },
});

@Controller()
class ApiDocumentationController {
  private document: ReturnType<typeof openApi> | null = null;

  constructor(private readonly endpoints: Endpoints) {}

  /** Made on the first request. */
  @Endpoint(apiDocumentationEndpoint)
  describe(): ReturnType<typeof openApi> {
    return (this.document ??= openApi(this.endpoints.all));
  }
}

@Module({ imports: [DiscoveryModule], controllers: [ApiDocumentationController], providers: [Endpoints] })
export class OpenApiSlice {}
