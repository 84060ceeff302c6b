import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { DevOpsModule } from '../dev-ops/dev-ops.module.js';
import { AlertMessages } from './alert-messages.js';
import { AlertRegister } from './alert-register.js';
import { AlertSender } from './alert-sender.js';
import { AlertSettings } from './alert-settings.js';
import { AlertWatch } from './alert-watch.js';
import { MongoAwayTelling } from './mongo-away-telling.js';

@Module({
  imports: [AuthenticationModule, DevOpsModule],
  providers: [AlertMessages, AlertRegister, AlertSender, AlertSettings, AlertWatch, MongoAwayTelling],
  exports: [AlertMessages, AlertRegister, AlertSender, AlertSettings, AlertWatch],
})
export class AlertsModule {}
