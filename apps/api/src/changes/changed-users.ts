import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { RequestPrincipalResolver } from '../authentication/session/request-principal-resolver.js';
import { ChangeFollower } from './change-follower.js';

/** Applies a new role or a deactivation to open sessions as soon as it is projected. Another process may have written it. */
@Injectable()
export class ChangedUsers implements OnApplicationBootstrap {
  constructor(
    private readonly follower: ChangeFollower,
    private readonly resolver: RequestPrincipalResolver,
  ) {}

  onApplicationBootstrap(): void {
    this.follower.tellCache(({ readModels }) => {
      if (readModels.includes('users')) this.resolver.forgetAll();
    });
  }
}
