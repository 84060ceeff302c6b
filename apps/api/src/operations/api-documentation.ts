import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

/** Describes every endpoint as OpenAPI, for tools; docs/api.md says it in words. */
export function apiDocumentation(app: INestApplication): object {
  const about = new DocumentBuilder()
    .setTitle('Superscope')
    .setVersion('0.1.0')
    .addCookieAuth('superscope')
    .addBearerAuth()
    .build();
  const document = SwaggerModule.createDocument(app, about);
  // Its own address is no controller's.
  const own = { operationId: 'ApiDocumentation', responses: { 200: { description: 'This document' } } };
  return { ...document, paths: { ...document.paths, '/api/docs': { get: own } } };
}
