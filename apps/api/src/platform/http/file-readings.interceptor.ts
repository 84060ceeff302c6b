import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Observable } from 'rxjs';
import { declarationOf } from '../endpoint/endpoint.js';
import { Refusal } from './problem.filter.js';

/** Files are read one after the other, so the last of these waits for a minute or two at most. */
export const mostReadings = 12;
const mostReadingsOfOnePerson = 2;
/** About what a large file takes. */
const retryAfterSeconds = 15;
/** A file of 20 MB arrives within this over 6 Mbit/s. A slower one is left alone as long as nobody wants its place. */
const slowMs = 30_000;

interface Place {
  userId: string;
  /** On the process's own clock. */
  since: number;
  isArriving: () => boolean;
  /** Ends its request, which is told why. */
  give: () => void;
}

/**
 * Gives each request that has a file read a place before its file is received, and keeps the place until the reading has ended, also when
 * its client hung up before. Throws Refusal 429 for a third one of a person, and 503 when all places are taken, both with Retry-After. A file
 * that has been arriving for long gives its place to another one, so that a few slow senders cannot keep everybody out.
 */
@Injectable()
export class FileReadings implements NestInterceptor {
  private readonly places = new Set<Place>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (declarationOf(context.getHandler())?.readsFile !== true) return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const { userId } = request.principal!;
    // Looked at and taken at one moment: what comes between an interceptor and its subscription is not this one's.
    return new Observable((subscriber) => {
      if ([...this.places].filter((place) => place.userId === userId).length >= mostReadingsOfOnePerson)
        throw refusal(reply, 429, 'Two of your files are being read already. Please wait for one of them.');
      if (this.places.size >= mostReadings) {
        const slowest = this.slowest();
        if (slowest === undefined)
          throw refusal(
            reply,
            503,
            'Many files are being read right now. Please try again in a minute. Nothing was kept of this one.',
          );
        slowest.give();
      }
      const place: Place = {
        userId,
        since: performance.now(),
        isArriving: () => !request.raw.complete,
        give: () => {
          // The rest of the file is not waited for.
          void reply.header('Connection', 'close');
          subscriber.error(
            refusal(
              reply,
              503,
              'This file arrived slowly while others were waiting. Please try again in a minute. Nothing was kept of it.',
            ),
          );
        },
      };
      this.places.add(place);
      const reading = next.handle().subscribe(subscriber);
      return () => {
        reading.unsubscribe();
        this.places.delete(place);
      };
    });
  }

  /** The one that has been arriving longest, if that is long. */
  private slowest(): Place | undefined {
    const late = performance.now() - slowMs;
    return [...this.places].find(({ since, isArriving }) => since <= late && isArriving());
  }
}

function refusal(reply: FastifyReply, status: number, message: string): Refusal {
  void reply.header('Retry-After', retryAfterSeconds);
  return new Refusal(status, { message });
}
