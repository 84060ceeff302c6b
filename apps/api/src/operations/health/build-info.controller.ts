import { Controller, Get, Inject } from '@nestjs/common';
import type { BuildInfo } from '@superscope/contracts/build-info';
import { ENV, type Env } from '../../env.js';
import { Policy } from '../../platform/access/policy.js';

@Controller('actuator/info')
export class BuildInfoController {
  constructor(@Inject(ENV) private readonly env: Env) {}

  /** What runs here, and the message of a planned maintenance. Public: the sign-in screen shows the message. */
  @Get()
  @Policy('public')
  info(): BuildInfo {
    return {
      git: { commit: { id: this.env.GIT_COMMIT ?? null, time: this.env.GIT_COMMIT_TIME ?? null } },
      build: { time: this.env.BUILD_TIME ?? null, version: '0.1.0' },
      maintenanceMessage: this.env.SUPERSCOPE_MAINTENANCE_MESSAGE ?? null,
    };
  }
}
