import type { CheckedFiles, ImportAnswer, ImportRefusal } from '@superscope/contracts/csv-import';
import type { KeptRefusedFile } from '@superscope/contracts/import-repair';
import type { ImportAsked } from '@superscope/contracts/import-effect';
import { askedOf, type Asked } from '../../portal/imports/asked-first';
import { authenticationRequired } from '../../portal/slices/session.slice';
import type { Thunk } from '../../portal/state';

export interface UploadQuery {
  table?: string;
  platformId?: string;
  planId?: string;
  dryRun?: 'true';
  /** The code of what the user has confirmed. */
  confirmed?: string;
  /** Up to when what stands is known from the dry run. */
  asOf?: string;
}

export interface UploadFailure {
  kind: 'failed';
  message: string;
  reference: string | null;
  /** The server asked to wait, so it is worth trying again. */
  waits: boolean;
}

export type Uploaded =
  | { kind: 'taken'; answer: ImportAnswer }
  | { kind: 'invalid'; refusal: ImportRefusal }
  /** Nothing was imported: what it would change is to be confirmed first. */
  | { kind: 'asked'; asked: Asked }
  /** Nothing was imported: somebody else has imported the table since the file was checked. */
  | { kind: 'outdated' }
  | UploadFailure
  | { kind: 'stopped' };

export type Checked = { kind: 'checked'; files: CheckedFiles['files'] } | UploadFailure | { kind: 'stopped' };

/** A refused file that the server keeps to be mended, under the id of its import. */
export type Kept = { kind: 'kept'; importId: string } | UploadFailure | { kind: 'stopped' };

interface Sending {
  query: UploadQuery;
  /** Called with the number of bytes sent so far, of all files. */
  onSent: (bytes: number) => void;
  signal: AbortSignal;
}

export interface Upload extends Sending {
  file: File;
  /** Idempotency key: a repeated request with the same key returns the import that the first one started. */
  key: string;
}

export interface FilesToCheck extends Sending {
  /** In the order in which they refer to one another. The table is null if the header tells it. */
  files: readonly { file: File; table: string | null }[];
}

interface Form extends Sending {
  path: string;
  headers: Readonly<Record<string, string>>;
  parts: readonly { field: string; file: File }[];
}

/** Sends a file by XMLHttpRequest, because fetch does not report upload progress. */
export const uploadFile =
  ({ file, key, ...sending }: Upload): Thunk<Promise<Uploaded>> =>
  async (dispatch) => {
    const headers = { 'Idempotency-Key': key };
    const form = { ...sending, path: '/api/csv/import', headers, parts: [{ field: 'file', file }] };
    return uploadedOf(await dispatch(signedIn(form)));
  };

/** Checks several files in one request, in which rows of earlier files count as known. */
export const checkFiles =
  ({ files, ...sending }: FilesToCheck): Thunk<Promise<Checked>> =>
  async (dispatch) => {
    const parts = files.map(({ file, table }) => ({ field: table ?? 'file', file }));
    const answer = await dispatch(signedIn({ ...sending, path: '/api/csv/check', headers: {}, parts }));
    if (answer.status === 200) return { kind: 'checked', files: (answer.body as CheckedFiles).files };
    return answer.isStopped ? { kind: 'stopped' } : failureOf(answer);
  };

/** Sends a refused file to be kept, so that its cells are mended on a page of its own. */
export const keepRefusedFile =
  ({ file, key, ...sending }: Upload): Thunk<Promise<Kept>> =>
  async (dispatch) => {
    const headers = { 'Idempotency-Key': `repair-${key}` };
    const form = { ...sending, path: '/api/csv/repairs', headers, parts: [{ field: 'file', file }] };
    const answer = await dispatch(signedIn(form));
    if (answer.status === 201) return { kind: 'kept', importId: (answer.body as KeptRefusedFile).importId };
    return answer.isStopped ? { kind: 'stopped' } : failureOf(answer);
  };

/** Sends a form, again after the person has signed in again. */
const signedIn =
  (form: Form): Thunk<Promise<Answer>> =>
  async (dispatch, _, { gate }) => {
    for (;;) {
      const answer = await send(form);
      if (answer.status !== 401) return answer;
      const signedInAgain = gate.wait();
      dispatch(authenticationRequired());
      if (!(await signedInAgain)) return { ...answer, body: { message: 'Please sign in.' } };
    }
  };

interface Answer {
  /** The HTTP status; 0 if there was no answer. */
  status: number;
  body: unknown;
  reference: string | null;
  isStopped: boolean;
}

function send({ path, parts, headers, query, onSent, signal }: Form): Promise<Answer> {
  const request = new XMLHttpRequest();
  request.open('POST', `${path}?${new URLSearchParams({ ...query })}`);
  request.setRequestHeader('X-Requested-By', 'superscope');
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  const size = parts.reduce((sum, { file }) => sum + file.size, 0);
  request.upload.addEventListener('progress', ({ loaded }) => onSent(Math.min(loaded, size)));
  const stop = () => request.abort();
  signal.addEventListener('abort', stop);
  const body = new FormData();
  for (const { field, file } of parts) body.append(field, file, file.name);
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

function uploadedOf(answer: Answer): Uploaded {
  const { status, body, isStopped } = answer;
  if (status === 200 || status === 202) return { kind: 'taken', answer: body as ImportAnswer };
  if (isStopped) return { kind: 'stopped' };
  const asked = status === 409 ? askedOf(body as Partial<ImportAsked> | null) : null;
  if (asked !== null) return { kind: 'asked', asked };
  if (status === 409 && (body as Partial<ImportAsked> | null)?.isOutdated) return { kind: 'outdated' };
  const { errors } = (body ?? {}) as Partial<ImportRefusal>;
  return status === 400 && errors !== undefined
    ? { kind: 'invalid', refusal: body as ImportRefusal }
    : failureOf(answer);
}

function failureOf({ status, body, reference }: Answer): UploadFailure {
  const { message } = (body ?? {}) as { message?: string };
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
