import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { kafkaSettings, kafkaShape } from './kafka-settings.js';

const read = (env: Record<string, string>) => kafkaSettings(z.object(kafkaShape).parse(env));

describe('the settings of Kafka', () => {
  it('are null without brokers', () => {
    expect(read({ KAFKA_TOPIC: 'events' })).toBeNull();
  });

  it('are complete with the brokers alone', () => {
    expect(read({ KAFKA_BROKERS: 'one:9092, two:9092' })).toEqual({
      brokers: ['one:9092', 'two:9092'],
      topic: 'superscope.events',
      partitions: 12,
      replication: 1,
      retentionMs: -1,
      group: 'superscope-projector',
      compression: 'none',
      ssl: false,
      login: null,
    });
  });

  it('require a user and a password together', () => {
    const brokers = { KAFKA_BROKERS: 'one:9093', KAFKA_SSL: 'true' };
    expect(read({ ...brokers, KAFKA_USERNAME: 'relay', KAFKA_PASSWORD: 'secret' })).toMatchObject({
      ssl: true,
      login: { mechanism: 'scram-sha-512', username: 'relay', password: 'secret' },
    });
    expect(() => read({ ...brokers, KAFKA_USERNAME: 'relay' })).toThrow('belong together');
    expect(() => read({ ...brokers, KAFKA_PASSWORD: 'secret' })).toThrow('belong together');
  });

  it('refuse values that no broker would accept', () => {
    const wrong: [string, string][] = [
      ['KAFKA_TOPIC', 'all events'],
      ['KAFKA_PARTITIONS', '0'],
      ['KAFKA_SSL', 'perhaps'],
    ];
    for (const [name, value] of wrong) expect(() => read({ [name]: value })).toThrow(z.ZodError);
  });
});
