import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { StuckMongo } from './stuck-mongo.js';

const setUp = () => {
  const client = new EventEmitter();
  const stuck = new StuckMongo(client as never);
  const after = (ticks: number) => {
    for (let tick = 1; tick < ticks; tick += 1) stuck.tick();
    return stuck.tick();
  };
  return { client, after };
};

const server = { connectionId: 'localhost:27017' };
const connection = { address: 'localhost:27017', connectionId: 3 };

describe('a client of MongoDB', () => {
  it('is stuck if its check of the server does not end', () => {
    const { client, after } = setUp();
    client.emit('serverHeartbeatStarted', server);
    expect(after(60)).toBe(null);
    expect(after(1)).toBe('check');
  });

  it.each(['serverHeartbeatSucceeded', 'serverHeartbeatFailed'])('is healthy if checks end (%s)', (end) => {
    const { client, after } = setUp();
    for (let check = 0; check < 5; check += 1) {
      client.emit('serverHeartbeatStarted', server);
      expect(after(50)).toBe(null);
      client.emit(end, server);
    }
    expect(after(500)).toBe(null);
  });

  it('is stuck if a command does not release its connection, even if checks succeed', () => {
    const { client, after } = setUp();
    client.emit('connectionCheckedOut', connection);
    client.emit('serverHeartbeatStarted', server);
    client.emit('serverHeartbeatSucceeded', server);
    expect(after(120)).toBe(null);
    expect(after(1)).toBe('command');
  });

  it('is healthy while commands come and go on one connection, and without commands', () => {
    const { client, after } = setUp();
    for (let command = 0; command < 5; command += 1) {
      client.emit('connectionCheckedOut', connection);
      expect(after(100)).toBe(null);
      client.emit('connectionCheckedIn', connection);
    }
    expect(after(500)).toBe(null);
  });
});
