import { Controller, Inject, Module } from '@nestjs/common';
import { buildInfo, productVersion, type BuildInfo } from '@superscope/contracts/build-info';
import { isShownAt } from '@superscope/domain/maintenance/maintenance';
import { Clock } from '../platform/time/clock.js';
import { ENV, type Env } from '../env.js';
import { Endpoint, endpoint } from '../platform/endpoint/endpoint.js';
import { readBuildStamp } from './build-stamp.js';
import { MaintenanceNotices } from './maintenance-notices.js';
import { OperationsModule } from './operations.module.js';

const buildInfoEndpoint = endpoint('GET /actuator/info', {
  summary: 'What runs here, and the message of a planned maintenance, which the sign-in screen shows',
  right: 'public',
  polled: true,
  answers: { 200: buildInfo },
});

/** Null for a portal without a public address: nobody else can open an address of this machine, so it is not printed on reports. */
function checkUrlOf(publicUrl: string): string | null {
  const url = new URL('/check', publicUrl);
  return /^(localhost|.*\.localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(url.hostname) ? null : url.href;
}

@Controller()
class BuildInfoController {
  private readonly stamp = readBuildStamp();
  private readonly checkUrl: string | null;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly notices: MaintenanceNotices,
    private readonly clock: Clock,
  ) {
    this.checkUrl = checkUrlOf(env.SUPERSCOPE_PUBLIC_URL);
  }

  @Endpoint(buildInfoEndpoint)
  async info(): Promise<BuildInfo> {
    return {
      git: { commit: this.commit },
      build: { time: this.env.BUILD_TIME ?? this.stamp.time, version: productVersion },
      ...(this.checkUrl !== null && { checkUrl: this.checkUrl }),
      links: {
        ...(this.env.ABOUT_URL !== undefined && { about: this.env.ABOUT_URL }),
        ...(this.env.CONTACT_URL !== undefined && { contact: this.env.CONTACT_URL }),
        ...(this.env.PRIVACY_URL !== undefined && { privacy: this.env.PRIVACY_URL }),
        ...(this.env.RISK_PROFILER_URL !== undefined && { riskProfiler: this.env.RISK_PROFILER_URL }),
      },
      maintenanceMessage: (await this.announcedMessage()) ?? this.env.SUPERSCOPE_MAINTENANCE_MESSAGE ?? null,
    };
  }

  /** The commit and its time come from the same source: the settings or the build's stamp. */
  private get commit(): BuildInfo['git']['commit'] {
    const { GIT_COMMIT: id, GIT_COMMIT_TIME: time } = this.env;
    return id === undefined ? this.stamp.commit : { id, time: time ?? null };
  }

  private async announcedMessage(): Promise<string | null> {
    const notice = await this.notices.lastKnown();
    return notice !== null && isShownAt(notice, this.clock.now().toISOString()) ? notice.message : null;
  }
}

@Module({ imports: [OperationsModule], controllers: [BuildInfoController] })
export class BuildInfoSlice {}
