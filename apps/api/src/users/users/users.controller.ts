import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { userRow, type UserRow } from '@superscope/contracts/users';
import { z } from 'zod';
import { Endpoint, endpoint } from '../../platform/endpoint/endpoint.js';
import { AllUsers } from './users.query.js';

const usersEndpoint = endpoint('GET /api/authentication/users', {
  summary: 'Every account, including those of programs, with failed attempts to sign in',
  right: 'users.manage',
  answers: { 200: z.array(userRow) },
});

@Controller()
export class UsersController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(usersEndpoint)
  list(): Promise<UserRow[]> {
    return this.queries.execute(new AllUsers());
  }
}
