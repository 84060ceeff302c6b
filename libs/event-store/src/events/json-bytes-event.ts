import type { JSONEventData, JSONEventType } from '@eventstore/db-client';
import type { EncodedEvent } from './codec.js';

/**
 * An event whose JSON is bytes already, to be appended once. The client makes text of JSON data, base64 of the text, and decodes
 * that twice with a decoder that looks at every character: a quarter of what an import takes of the api. Bytes it sends as they are,
 * but calls them binary. It asks for the content type once to write it down, and once more to know what the data is; so this says
 * JSON first and bytes after. A client that asks otherwise would store something else, and every suite that reads an event fails: its
 * version is pinned, and raised only with them.
 */
export function jsonBytesEvent({ type, data, metadata }: EncodedEvent, id: string): JSONEventData<JSONEventType> {
  let asked = 0;
  const event = {
    id,
    type,
    data,
    metadata,
    get contentType() {
      return asked++ === 0 ? 'application/json' : 'application/octet-stream';
    },
  };
  return event as unknown as JSONEventData<JSONEventType>;
}
