import type { AnyStream } from './event.js';
import { productStreams } from './product-streams.js';
import { firstInvalidField } from './shape.js';

/**
 * Checks stored events against these streams' shapes. The result is the reason why an event is invalid, or null. It names fields and
 * never quotes their values. An unknown type is valid, because folds ignore it.
 */
export function storedEventErrors(streams: readonly Omit<AnyStream, 'personOf'>[]) {
  const categories = new Map(streams.map((stream) => [stream.category, stream]));
  const knownTypes = new Set(streams.flatMap(({ shapes }) => Object.keys(shapes)));

  return (stream: string, type: string, data: unknown): string | null => {
    const dash = stream.indexOf('-');
    const definition = categories.get(dash === -1 ? stream : stream.slice(0, dash));
    const fields = definition !== undefined && Object.hasOwn(definition.shapes, type) ? definition.shapes[type]! : null;
    if (fields === null) return knownTypes.has(type) ? 'its type is not one of its stream' : null;
    const invalid = firstInvalidField(fields, data);
    if (invalid === '') return 'its data has no fields';
    if (invalid !== null) return `its field ${invalid} does not fit the type of the event`;
    const idOf = definition?.idOf;
    if (idOf !== undefined && idOf(data as never) !== stream.slice(dash + 1)) return 'it is about another stream';
    return null;
  };
}

/** Checks an event against the product's streams. */
export const storedEventError = storedEventErrors(productStreams);
