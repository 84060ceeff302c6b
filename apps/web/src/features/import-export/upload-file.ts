import type { ImportAnswer, ImportRefusal } from '@superscope/contracts/csv-import';
import { authenticationRequired } from '../../portal/session/session.slice';
import type { Thunk } from '../../portal/state';

export interface UploadQuery {
  table?: string;
  platformId?: string;
  planId?: string;
  dryRun?: 'true';
}

export type Uploaded =
  | { kind: 'taken'; answer: ImportAnswer }
  | { kind: 'invalid'; refusal: ImportRefusal }
  | { kind: 'failed'; message: string; reference: string | null; waits: boolean }
  | { kind: 'stopped' };

interface Upload {
  file: File;
  query: UploadQuery;
  /** Idempotency key: a repeated request with the same key returns the import that the first one started. */
  key: string;
  /** Called with the number of bytes sent so far and the file's size. */
  onSent: (bytes: number) => void;
  signal: AbortSignal;
}

/** Sends a file by XMLHttpRequest, because fetch does not report upload progress. */
export const uploadFile =
  (upload: Upload): Thunk<Promise<Uploaded>> =>
  async (dispatch, _, { gate }) => {
    for (;;) {
      const answer = await send(upload);
      if (answer.status !== 401) return uploadedOf(answer);
      const signedInAgain = gate.wait();
      dispatch(authenticationRequired());
      if (!(await signedInAgain)) return { kind: 'failed', message: 'Please sign in.', reference: null, waits: false };
    }
  };

interface Answer {
  /** The HTTP status; 0 if there was no answer. */
  status: number;
  body: unknown;
  reference: string | null;
  isStopped: boolean;
}

function send({ file, query, key, onSent, signal }: Upload): Promise<Answer> {
  const request = new XMLHttpRequest();
  request.open('POST', `/api/csv/import?${new URLSearchParams({ ...query })}`);
  request.setRequestHeader('X-Requested-By', 'superscope');
  request.setRequestHeader('Idempotency-Key', key);
  request.upload.addEventListener('progress', ({ loaded }) => onSent(Math.min(loaded, file.size)));
  const stop = () => request.abort();
  signal.addEventListener('abort', stop);
  const body = new FormData();
  body.append('file', file, file.name);
  return new Promise<Answer>((resolve) => {
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', stop);
      const { status } = request;
      resolve({
        status,
        body: parsed(request.responseText),
        reference: status >= 500 ? request.getResponseHeader('X-Correlation-Id') : null,
        isStopped: signal.aborted,
      });
    });
    request.send(body);
  });
}

function uploadedOf({ status, body, reference, isStopped }: Answer): Uploaded {
  if (status === 200 || status === 202) return { kind: 'taken', answer: body as ImportAnswer };
  if (isStopped) return { kind: 'stopped' };
  const { message, errors } = (body ?? {}) as Partial<ImportRefusal>;
  if (status === 400 && errors !== undefined) return { kind: 'invalid', refusal: body as ImportRefusal };
  return { kind: 'failed', message: message ?? unanswered(status), reference, waits: status === 503 };
}

const unanswered = (status: number) =>
  status === 0
    ? 'The connection broke off while the file was sent. Please try again.'
    : 'The server could not take the file. Please try again.';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
