import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

/** Describes every endpoint as OpenAPI, for tools; docs/api.md says it in words. */
export const apiDocumentation = (app: INestApplication): object =>
  SwaggerModule.createDocument(
    app,
    new DocumentBuilder().setTitle('Superscope').setVersion('0.1.0').addCookieAuth('superscope').build(),
  );
