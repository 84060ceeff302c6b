import { createHash, hash } from 'node:crypto';
import { uuidFrom } from '@superscope/event-store/appending/event-ids';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** The id of what a command adds. It follows from the command, so that one that is sent again adds the same thing. */
export const addedBy = ({ commandId }: CommandContext, what: string): string =>
  uuidFrom(hash('sha256', JSON.stringify([what, commandId]), 'buffer'));

/** The command of a request whose body came in parts: sent again with other contents it is another command. */
export const withContents = (by: CommandContext, contents: object): CommandContext =>
  by.bodyDigest === undefined
    ? by
    : {
        ...by,
        bodyDigest: createHash('sha256')
          .update(`${by.bodyDigest}\n${JSON.stringify(contents)}`)
          .digest('base64url'),
      };
