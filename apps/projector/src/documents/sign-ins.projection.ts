import { signInField, signInsView } from '@superscope/contracts/read-models/users';
import { accessStream } from '@superscope/domain/access/access';
import { documentWrite } from '../runtime/writing/projection.js';
import { projectionOf } from '../runtime/writing/stream-projection.js';

const signInActions = ['signed in', 'signed in by single sign-on', 'signed in by passkey'];

/** Each user's last sign-in on each day. */
export const signIns = projectionOf(
  accessStream,
  { readModel: signInsView.announces },
  {
    AccessRecorded: (event) => {
      const set: Record<`users.${string}`, string> = {};
      for (const { action, userId, at } of event.data.entries)
        if (userId !== null && signInActions.includes(action)) set[`users.${signInField(userId)}`] = at;
      if (Object.keys(set).length === 0) return {};
      const day = event.stream.slice(event.stream.indexOf('-') + 1);
      return { documents: [documentWrite(signInsView, day, event, set)] };
    },
  },
);
