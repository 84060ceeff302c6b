import { Controller, Inject, Module } from '@nestjs/common';
import { doctorReport, type DoctorReport } from '@superscope/contracts/doctor';
import { ENV, type Env } from '../env.js';
import { Endpoint, endpoint } from '../platform/endpoint/endpoint.js';
import { Engines } from '../platform/engines.module.js';
import { examine } from './doctor/doctor.js';

/** For so long a report is given again: it asks every engine for much, and may be asked for by several people. */
const freshMs = 10_000;

const doctorEndpoint = endpoint('GET /api/doctor', {
  summary:
    'What needs attention: engines, alerts, schema, upgrade, disks, backup, signed history, clocks, certificates',
  right: 'operations.read',
  answers: { 200: doctorReport },
});

@Controller()
class DoctorController {
  private newest: { began: number; report: Promise<DoctorReport> } | null = null;

  constructor(
    private readonly engines: Engines,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Endpoint(doctorEndpoint)
  report(): Promise<DoctorReport> {
    const now = performance.now();
    if (this.newest === null || now - this.newest.began > freshMs) this.newest = { began: now, report: this.examine() };
    return this.newest.report;
  }

  private examine(): Promise<DoctorReport> {
    const { mongo, vaultMongo, clickhouse, store } = this.engines;
    return examine({
      mongo,
      vaultMongo,
      clickhouse,
      eventStoreVersion: () => store.serverVersion(),
      settings: this.env,
      // Not the api's own clock, which a demo sets: clocks of machines are compared.
      now: () => new Date(),
    });
  }
}

@Module({ controllers: [DoctorController] })
export class DoctorSlice {}
