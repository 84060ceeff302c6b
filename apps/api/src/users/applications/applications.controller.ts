import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { application, type Application } from '@superscope/contracts/applications';
import { z } from 'zod';
import { Endpoint, endpoint } from '../../platform/endpoint/endpoint.js';
import { AllApplications } from './applications.query.js';

const applicationsEndpoint = endpoint('GET /api/applications', {
  summary: 'Applications and BrowserClients, with the labels, dates, states and last use of their tokens',
  right: 'users.manage',
  answers: { 200: z.array(application) },
});

/** Programs that request figures and upload files, and their tokens. */
@Controller()
export class ApplicationsController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(applicationsEndpoint)
  list(): Promise<Application[]> {
    return this.queries.execute(new AllApplications());
  }
}
