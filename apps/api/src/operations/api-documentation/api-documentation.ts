import { Injectable, type INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

/** Describes every endpoint as OpenAPI, for tools; docs/api.md says it in words. */
@Injectable()
export class ApiDocumentation {
  private app: INestApplication | null = null;
  private document: object | null = null;

  describes(app: INestApplication): void {
    this.app = app;
  }

  /** Made when it is first asked for. */
  get(): object {
    const about = new DocumentBuilder()
      .setTitle('Superscope')
      .setVersion('0.1.0')
      .addCookieAuth('superscope')
      .addBearerAuth()
      .build();
    return (this.document ??= SwaggerModule.createDocument(this.app!, about));
  }
}
