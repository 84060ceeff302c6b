import { productStreams, type AnyStream } from './product-streams.js';
import { firstInvalidField } from './shape.js';

/**
 * Says why an event cannot be one that these streams write, or null. It names fields and never quotes their values. A type that no
 * stream knows passes: whoever folds a stream ignores it.
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
    if (invalid !== null) return `its field ${invalid} is not as an event of its type has it`;
    const idOf = definition?.idOf;
    if (idOf !== undefined && idOf(data as never) !== stream.slice(dash + 1)) return 'it is about another stream';
    return null;
  };
}

/** The same of the product's own streams. */
export const storedEventError = storedEventErrors(productStreams);
