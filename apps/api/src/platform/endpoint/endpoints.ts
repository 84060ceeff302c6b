import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { declarationOf, type EndpointDeclaration } from './endpoint.js';

/** Every endpoint that this process serves. */
@Injectable()
export class Endpoints implements OnApplicationBootstrap {
  all: readonly EndpointDeclaration[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** Throws an Error, so that the api does not start, if a route has no declaration and so no right. */
  onApplicationBootstrap(): void {
    const undeclared: string[] = [];
    const found: EndpointDeclaration[] = [];
    for (const { instance, metatype } of this.discovery.getControllers()) {
      if (!instance || !metatype) continue;
      const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name]!;
        const declaration = declarationOf(handler);
        if (declaration !== undefined) found.push(declaration);
        else if (Reflect.getMetadata(METHOD_METADATA, handler) !== undefined)
          undeclared.push(`${metatype.name}.${name}`);
      }
    }
    if (undeclared.length > 0) throw new Error(`These endpoints are not declared: ${undeclared.join(', ')}`);
    this.all = found;
  }
}
