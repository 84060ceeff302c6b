import { Global, Module } from '@nestjs/common';
import { ReadSets } from './read-sets.js';

/** The views of the past, for the requests that name one and for the documents about one. */
@Global()
@Module({ providers: [ReadSets], exports: [ReadSets] })
export class ReadSetsModule {}
