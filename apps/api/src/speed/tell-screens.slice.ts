import { Controller, Module } from '@nestjs/common';
import { screenTimes } from '@superscope/contracts/speed';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { nothing } from '../platform/endpoint/answers.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { Times } from '../platform/speed/times.js';
import { ScreenAllowance } from './screen-allowance.js';

const screensEndpoint = endpoint('POST /api/speed/screens', {
  summary: 'How long screens took until they were drawn. It is kept without the person',
  right: 'account.self',
  polled: true,
  body: screenTimes,
  answers: { 204: nothing },
  problems: { 429: null },
});

@Controller()
class TellScreensController {
  constructor(
    private readonly times: Times,
    private readonly allowance: ScreenAllowance,
  ) {}

  @Endpoint(screensEndpoint)
  tell({ body, caller }: RequestOf<typeof screensEndpoint>): void {
    const { screens } = body;
    if (!this.allowance.take(caller.userId, screens.length, Date.now()))
      throw new Refusal(429, { message: 'Your browser has told of enough screens in this minute.' });
    for (const { screen, ms } of screens) this.times.note('screen', screen, ms);
  }
}

@Module({ controllers: [TellScreensController], providers: [ScreenAllowance] })
export class TellScreensSlice {}
