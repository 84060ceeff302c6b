import { Controller, Module } from '@nestjs/common';
import { speed, speedQuery, type Speed } from '@superscope/contracts/speed';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { SpeedReader } from './speed-reader.js';
import { SpeedRows } from './speed-rows.js';

const speedEndpoint = endpoint('GET /api/speed', {
  summary:
    'How long screens, calls and jobs took in up to 14 days, and what happened beside them; no persons, no plans',
  right: 'operations.read',
  polled: true,
  query: speedQuery,
  answers: { 200: speed },
});

@Controller()
class ReadSpeedController {
  constructor(private readonly reader: SpeedReader) {}

  @Endpoint(speedEndpoint)
  read({ query }: RequestOf<typeof speedEndpoint>): Promise<Speed> {
    return this.reader.read(query.period, Date.now());
  }
}

@Module({ controllers: [ReadSpeedController], providers: [SpeedReader, SpeedRows] })
export class ReadSpeedSlice {}
