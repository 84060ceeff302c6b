import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

/** An object of the organisation: fields that rows may set, the ones that have to be set, and the external id among them. */
export interface SalesforceObject {
  fields: readonly string[];
  externalId: string;
  required?: readonly string[];
  /** The longest text of a field, in characters; 255 of others. */
  lengths?: Readonly<Record<string, number>>;
  /** Fields, or columns that name another record, which only a new record may have. */
  createOnly?: readonly string[];
  /** The columns of files that name other records, such as `Account.Key__c`. */
  relations?: readonly string[];
}

export interface OrganisationOptions {
  objects: Readonly<Record<string, SalesforceObject>>;
  /** Requests of a day. */
  allowance?: number;
  mostUploadBytes?: number;
  /** Records in a page of the answer to a query. */
  recordsOfPage?: number;
  /** Rows in a page of results. */
  rowsOfPage?: number;
  /** Jobs that are not held have ended at the first look. Otherwise that takes three, between which a sender waits longer and longer. */
  isQuick?: boolean;
}

/** A refusal of the REST api. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

type State = 'Open' | 'UploadComplete' | 'InProgress' | 'JobComplete' | 'Failed' | 'Aborted';
type Row = Record<string, string>;
type List = 'successfulResults' | 'failedResults' | 'unprocessedrecords';

interface Job {
  id: string;
  object: string;
  operation: string;
  externalIdFieldName?: string;
  lineEnding: 'LF' | 'CRLF';
  state: State;
  uploads: string[];
  header: string[];
  successes: Row[];
  failures: Row[];
  unprocessed: Row[];
  /** Rows that its results lack. */
  lost: number;
  errorMessage?: string;
}

const operations = ['insert', 'update', 'upsert', 'delete', 'hardDelete'];
const prefixes: Readonly<Record<string, string>> = {
  Account: '001',
  Contact: '003',
  CampaignMember: '00v',
  Task: '00T',
};

/** Jobs of all organisations: no id comes twice at Salesforce, also not in another organisation. */
let madeJobs = 0;

/** The records and jobs of one organisation at Salesforce. */
export class SalesforceOrganisation {
  /** Records by object and Salesforce's id. */
  readonly records = new Map<string, Map<string, Record<string, string | null>>>();
  /** Ids of records that a plain query leaves out. */
  readonly archived = new Set<string>();
  /** Objects that the portal's user is not shown, and what is told of fields instead of the truth. */
  readonly hidden = new Set<string>();
  readonly told = new Map<string, Record<string, unknown>>();
  /** Refuses rows with `CODE:message:fields --`, as validation rules, triggers and locks of an organisation do. */
  refuses: (object: string, row: Row) => string | null = () => null;
  /** The next job that runs fails after this many rows. */
  failsAfterRows: number | null = null;
  /** Jobs that run, all or those of one object, stay as they are, so that they can be aborted. */
  holds: boolean | string = false;
  /** A job that is aborted while it runs has done this many rows. */
  doneOfAborted = 0;
  used = 0;
  /** Rows that jobs have done or refused, each as often as it was sent in a job that ran. */
  rowsRun = 0;
  private readonly added: [object: string, name: string][] = [];
  /** Headings of the files of jobs that ran. */
  readonly headers: string[][] = [];
  private readonly byExternalId = new Map<string, Record<string, string | null>>();
  private readonly jobs = new Map<string, Job>();
  private madeRecords = 0;

  constructor(private readonly options: OrganisationOptions) {}

  /** Somebody adds a field. */
  addField(object: string, name: string, told: Record<string, unknown>): void {
    this.added.push([object, name]);
    this.told.set(`${object}.${name}`, told);
  }

  /** A record that is there already. */
  put(object: string, record: Record<string, string>): void {
    const { externalId } = this.options.objects[object]!;
    const stored = { Id: idOf(prefixes[object] ?? 'a00', ++this.madeRecords), ...record };
    this.of(object).set(stored.Id, stored);
    this.byExternalId.set(`${object}/${record[externalId]}`, stored);
  }

  /** Somebody deletes a record there. */
  delete(object: string, externalId: string): void {
    const record = this.record(object, externalId);
    this.byExternalId.delete(`${object}/${externalId}`);
    if (record !== undefined) this.of(object).delete(record['Id']!);
  }

  /** The record with this external id, or undefined. */
  record(object: string, externalId: string): Record<string, string | null> | undefined {
    return this.byExternalId.get(`${object}/${externalId}`);
  }

  get jobStates(): State[] {
    return [...this.jobs.values()].map(({ state }) => state);
  }

  /** Whether a job of this object runs. */
  isRunning(object: string): boolean {
    return [...this.jobs.values()].some((job) => job.object === object && job.state === 'InProgress');
  }

  /** Salesforce removes jobs seven days after they ended. */
  removeEndedJobs(): void {
    for (const { id, state } of this.jobs.values())
      if (['JobComplete', 'Failed', 'Aborted'].includes(state)) this.jobs.delete(id);
  }

  /** Leaves a row out of a job's results, though the job counts it. */
  loseResult(jobId: string): void {
    const job = this.job(jobId);
    job.lost += 1;
    job.successes.pop();
  }

  /** Counts a request. Throws ApiError once the day's allowance is used up. */
  count(): void {
    if (this.used >= (this.options.allowance ?? 100_000))
      throw new ApiError(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.');
    this.used += 1;
  }

  limits() {
    const Max = this.options.allowance ?? 100_000;
    return {
      DailyApiRequests: { Max, Remaining: Max - this.used },
      DailyBulkApiBatches: { Max: 15_000, Remaining: 15_000 },
    };
  }

  create(asked: Record<string, unknown>) {
    const { object, operation, externalIdFieldName, lineEnding = 'LF', contentType = 'CSV' } = asked;
    const refused = (message: string) => new ApiError(400, 'INVALIDJOB', `InvalidJob : ${message}`);
    const known = this.options.objects[String(object)];
    if (known === undefined) throw refused(`Unable to find object: ${String(object)}`);
    if (!operations.includes(String(operation))) throw refused(`Unknown operation: ${String(operation)}`);
    if (contentType !== 'CSV') throw refused('Content type must be CSV');
    if (operation === 'upsert' && typeof externalIdFieldName !== 'string')
      throw refused(`External ID was blank for ${String(object)}. An External ID must be specified for upsert.`);
    if (operation === 'upsert' && externalIdFieldName !== known.externalId && externalIdFieldName !== 'Id')
      throw refused(
        `Field name provided, ${String(externalIdFieldName)} does not match an External ID, Salesforce Id, or indexed field for ${String(object)}`,
      );
    const job: Job = {
      id: idOf('750', ++madeJobs),
      object: String(object),
      operation: String(operation),
      ...(operation === 'upsert' && { externalIdFieldName: externalIdFieldName as string }),
      lineEnding: lineEnding === 'CRLF' ? 'CRLF' : 'LF',
      state: 'Open',
      uploads: [],
      header: [],
      successes: [],
      failures: [],
      unprocessed: [],
      lost: 0,
    };
    this.jobs.set(job.id, job);
    return { ...described(job), contentUrl: `services/data/v63.0/jobs/ingest/${job.id}/batches` };
  }

  upload(jobId: string, csv: string): void {
    const job = this.job(jobId);
    if (job.state !== 'Open') throw invalidState('Data can be uploaded to an open job only');
    if (Buffer.byteLength(csv) > (this.options.mostUploadBytes ?? 112 * 1024 ** 2))
      throw new ApiError(400, 'CLIENTINPUTERROR', 'Content length exceeds the limit');
    job.uploads.push(csv);
  }

  change(jobId: string, state: string) {
    const job = this.job(jobId);
    if (state === 'UploadComplete') {
      if (job.state !== 'Open') throw invalidState(`Invalid job state transition from ${job.state} to UploadComplete`);
      job.state = 'UploadComplete';
    } else if (state === 'Aborted') {
      if (!['Open', 'UploadComplete', 'InProgress'].includes(job.state))
        throw invalidState(`Aborting already ${job.state} Job not allowed`);
      if (job.state !== 'Open') this.run(job, this.doneOfAborted);
      job.state = 'Aborted';
      delete job.errorMessage;
    } else throw new ApiError(400, 'INVALIDJOBSTATE', `Invalid job state: ${state}`);
    return described(job);
  }

  /** The job, which goes on by a state for the next look. */
  look(jobId: string) {
    const job = this.job(jobId);
    const isHeld = this.holds === true || this.holds === job.object;
    if (this.options.isQuick && job.state === 'UploadComplete' && !isHeld) this.end(job);
    const shown = described(job);
    if (job.state === 'UploadComplete') job.state = 'InProgress';
    else if (job.state === 'InProgress' && !isHeld) this.end(job);
    return shown;
  }

  remove(jobId: string): void {
    const { state } = this.job(jobId);
    if (state === 'Open' || state === 'InProgress')
      throw invalidState(`Deleting a job that is ${state} is not allowed`);
    this.jobs.delete(jobId);
  }

  results(jobId: string, list: List, locator: string | null): { csv: string; locator: string | null } {
    const job = this.job(jobId);
    if (!['JobComplete', 'Failed', 'Aborted'].includes(job.state))
      throw invalidState('Results are available once the job has ended');
    const { rows, columns } = {
      successfulResults: { rows: job.successes, columns: ['sf__Id', 'sf__Created', ...job.header] },
      failedResults: { rows: job.failures, columns: ['sf__Id', 'sf__Error', ...job.header] },
      unprocessedrecords: { rows: job.unprocessed, columns: job.header },
    }[list];
    const from = locator === null ? 0 : Number(Buffer.from(locator, 'base64url').toString());
    const until = from + (this.options.rowsOfPage ?? Infinity);
    return {
      csv: stringify(rows.slice(from, until), { header: true, columns, quoted: true }),
      locator: until < rows.length ? Buffer.from(String(until)).toString('base64url') : null,
    };
  }

  private job(jobId: string): Job {
    const job = this.jobs.get(jobId);
    if (job === undefined) throw new ApiError(404, 'NOT_FOUND', 'The requested resource does not exist');
    return job;
  }

  private of(object: string) {
    const known = this.records.get(object) ?? new Map<string, Record<string, string | null>>();
    this.records.set(object, known);
    return known;
  }

  private end(job: Job): void {
    this.run(job, this.failsAfterRows);
    this.failsAfterRows = null;
  }

  /** Does the rows of a job, up to `most` of them. */
  private run(job: Job, most: number | null): void {
    const failed = (message: string) => {
      job.state = 'Failed';
      job.errorMessage = message;
    };
    if (job.uploads.length > 1)
      return failed(
        `InvalidBatch : Found multiple contents for job: <${job.id}>, please 'Close' / 'Abort' / 'Delete' it`,
      );
    const text = job.uploads[0] ?? '';
    const returns = /\r\n/.test(text.slice(0, text.indexOf('\n') + 1));
    if (text !== '' && returns !== (job.lineEnding === 'CRLF'))
      return failed(
        `ClientInputError : LineEnding is invalid on user data. Current LineEnding setting is ${job.lineEnding}`,
      );
    const [header = [], ...rows] = parse(text, { relax_column_count: true, skip_empty_lines: true });
    job.header = header;
    this.headers.push(header);
    const all = rows.map((cells) => Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ''])));
    const { fields } = this.options.objects[job.object]!;
    if (text !== '' && job.operation === 'upsert' && !header.includes(job.externalIdFieldName!)) {
      job.unprocessed = all;
      return failed(`InvalidBatch : Field name not found : ${job.externalIdFieldName}`);
    }
    const unknown = header.find((name) => {
      const related = this.related(job.object, name);
      if (related === null) return name !== 'Id' && !fields.includes(name);
      return this.options.objects[related.object]?.externalId !== related.field;
    });
    if (unknown !== undefined) {
      job.unprocessed = all;
      return failed(`InvalidBatch : Field name not found : ${unknown}`);
    }
    const seen = new Map<string, number>();
    const key = job.externalIdFieldName ?? 'Id';
    for (const row of all) seen.set(row[key] ?? '', (seen.get(row[key] ?? '') ?? 0) + 1);
    const done = most === null ? all : all.slice(0, most);
    job.unprocessed = all.slice(done.length);
    this.rowsRun += done.length;
    for (const row of done) {
      const repeated = job.operation === 'upsert' && seen.get(row[key] ?? '')! > 1;
      const refusal = repeated
        ? `DUPLICATE_VALUE:Duplicate external id specified: ${row[key]}:${key} --`
        : (this.refuses(job.object, row) ?? this.refusal(job, row));
      if (refusal !== null) job.failures.push({ sf__Id: row['Id'] ?? '', sf__Error: refusal, ...row });
      else job.successes.push({ ...this.write(job, row), ...row });
    }
    if (most === null) job.state = 'JobComplete';
    else failed('InternalServerError : Unable to process the batches of this job');
  }

  private refusal(job: Job, row: Row): string | null {
    const { operation, object, externalIdFieldName } = job;
    if (operation === 'delete' || operation === 'hardDelete' || operation === 'update')
      return this.of(object).has(row['Id'] ?? '') ? null : 'INVALID_CROSS_REFERENCE_ID:invalid cross reference id:--';
    if (operation === 'upsert' && row[externalIdFieldName!] === '')
      return `MISSING_ARGUMENT:${externalIdFieldName} not specified:${externalIdFieldName} --`;
    for (const [name, value] of Object.entries(row)) {
      const related = this.related(object, name);
      if (related === null || value === '' || value === '#N/A') continue;
      if (this.record(related.object, value) === undefined)
        return `INVALID_FIELD:Foreign key external ID: ${value.toLowerCase()} not found for field ${related.field} in entity ${related.object}:--`;
    }
    const existing = operation === 'upsert' ? this.record(object, row[externalIdFieldName!] ?? '') : undefined;
    const { lengths = {}, createOnly = [], fields } = this.options.objects[object]!;
    const long = Object.entries(row).find(
      ([name, value]) => fields.includes(name) && value.length > (lengths[name] ?? 255),
    );
    if (long !== undefined)
      return `STRING_TOO_LONG:${long[0]}: data value too large: ${long[1]} (max length=${lengths[long[0]] ?? 255}):${long[0]} --`;
    const fixed =
      existing && createOnly.filter((name) => (row[name] ?? '') !== '').map((name) => this.fieldNamed(name));
    if (fixed !== undefined && fixed.length > 0)
      return `INVALID_FIELD_FOR_INSERT_UPDATE:Unable to create/update fields: ${fixed.join(', ')}. Please check the security settings of this field and verify that it is read/write for your profile or permission set.:${fixed.join(', ')} --`;
    const missing = (this.options.objects[object]!.required ?? []).filter((name) => {
      const value = row[name] ?? '';
      return value === '#N/A' || (value === '' && (existing?.[name] ?? null) === null);
    });
    // A new record needs what it belongs to, where that cannot be added later.
    if (existing === undefined)
      missing.push(...createOnly.filter((name) => (row[name] ?? '') === '').map((name) => this.fieldNamed(name)));
    if (missing.length > 0)
      return `REQUIRED_FIELD_MISSING:Required fields are missing: [${missing.join(', ')}]:${missing.join(', ')} --`;
    return null;
  }

  /** The field behind a column: `CampaignId` behind `Campaign.Key__c`, `Contact__c` behind `Contact__r.Key__c`. */
  private fieldNamed(column: string): string {
    const relation = /^(?:\w+:)?(\w+)\./.exec(column)?.[1];
    if (relation === undefined) return column;
    return relation.endsWith('__r') ? relation.replace(/__r$/, '__c') : `${relation}Id`;
  }

  /** What the REST api says of an object. */
  describe(object: string) {
    const known = this.options.objects[object];
    if (known === undefined || this.hidden.has(object))
      throw new ApiError(404, 'NOT_FOUND', 'The requested resource does not exist');
    const { fields, externalId, required = [], lengths = {}, createOnly = [], relations = [] } = known;
    const field = (name: string, more: object = {}) => ({
      name,
      type: 'string',
      length: lengths[name] ?? 255,
      createable: true,
      updateable: !createOnly.includes(name),
      nillable: !required.includes(name),
      defaultedOnCreate: false,
      externalId: name === externalId,
      idLookup: name === externalId,
      relationshipName: null,
      referenceTo: [],
      ...more,
    });
    const system = { type: 'id', length: 18, createable: false, updateable: false, nillable: false };
    return {
      name: object,
      createable: true,
      updateable: true,
      fields: [
        field('Id', { ...system, defaultedOnCreate: true }),
        ...[...new Set(fields)].map((name) => field(name)),
        ...this.added.flatMap(([of, name]) => (of === object ? [field(name)] : [])),
        ...relations.map((column) => {
          const { object: to } = this.related(object, column)!;
          const isFixed = createOnly.includes(column);
          return field(this.fieldNamed(column), {
            type: 'reference',
            length: 18,
            updateable: !isFixed,
            nillable: !isFixed,
            relationshipName: /^(?:\w+:)?(\w+)\./.exec(column)![1],
            referenceTo: [to],
          });
        }),
      ].map((each) => ({ ...each, ...this.told.get(`${object}.${each.name}`) })),
    };
  }

  /** Answers `SELECT Id, Key__c FROM Object WHERE Key__c IN ('a','b')`, or of all that have a key; `isAll` with what is archived. */
  query(soql: string, isAll: boolean): { Id: string }[] {
    const [, field, object, list] =
      /^SELECT Id, (\w+) FROM (\w+) WHERE \1 (?:!= null|IN \((.*)\))(?: AND IsDeleted = false)?$/.exec(soql) ?? [];
    if (field === undefined) throw new ApiError(400, 'MALFORMED_QUERY', 'unexpected token');
    if (!(object! in this.options.objects))
      throw new ApiError(400, 'INVALID_TYPE', `sObject type '${object}' is not supported.`);
    const keys =
      list === undefined
        ? null
        : new Set([...list.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, key]) => key!.replaceAll(/\\(.)/g, '$1')));
    return [...this.of(object!).values()].flatMap((record) => {
      const key = record[field] ?? null;
      if (!isAll && this.archived.has(record['Id']!)) return [];
      return key === null || (keys !== null && !keys.has(key)) ? [] : [{ Id: record['Id']!, [field]: key }];
    });
  }

  /**
   * The object that a column such as `Account.Key__c` names by the relation to it, and the field there. A relation is called after its object,
   * `Parent` within one object, ends with `__r` if it is a custom one, and says which object where several are possible: `Contact:Who`.
   * Null for a field of the row itself.
   */
  private related(object: string, column: string): { object: string; field: string } | null {
    const [, type, relation, field] = /^(?:(\w+):)?(\w+)\.(\w+)$/.exec(column) ?? [];
    if (relation === undefined) return null;
    const { objects } = this.options;
    const named = relation.replace(/__r$/, '');
    const found = [type, relation === 'Parent' ? object : named, `${named}__c`].find(
      (name) => name !== undefined && name in objects,
    );
    return { object: found ?? '', field: field! };
  }

  /** An empty cell leaves a field as it is, and `#N/A` empties it. */
  private write({ object, operation, externalIdFieldName }: Job, row: Row): Row {
    const records = this.of(object);
    const { externalId } = this.options.objects[object]!;
    if (operation === 'delete' || operation === 'hardDelete') {
      this.byExternalId.delete(`${object}/${records.get(row['Id']!)?.[externalId]}`);
      records.delete(row['Id']!);
      return { sf__Id: row['Id']!, sf__Created: 'false' };
    }
    const existing =
      operation === 'upsert'
        ? this.record(object, row[externalIdFieldName!]!)
        : operation === 'update'
          ? records.get(row['Id']!)
          : undefined;
    const record = existing ?? { Id: idOf(prefixes[object] ?? 'a00', ++this.madeRecords) };
    for (const [name, value] of Object.entries(row))
      if (value !== '' && name !== 'Id') record[name] = value === '#N/A' ? null : value;
    records.set(record['Id']!, record);
    this.byExternalId.set(`${object}/${record[externalId]}`, record);
    return { sf__Id: record['Id']!, sf__Created: String(existing === undefined) };
  }
}

const invalidState = (message: string) => new ApiError(400, 'INVALIDJOBSTATE', message);

const idOf = (prefix: string, number: number) =>
  `${prefix}5g00000${String(number).padStart(5, '0')}AAA`.padEnd(18, 'A').slice(0, 18);

const described = ({ id, object, operation, externalIdFieldName, lineEnding, state, ...job }: Job) => ({
  id,
  operation,
  object,
  createdById: '0055g000000AAAAAA4',
  createdDate: '2026-11-26T00:00:00.000+0000',
  systemModstamp: '2026-11-26T00:00:00.000+0000',
  state,
  ...(externalIdFieldName !== undefined && { externalIdFieldName }),
  concurrencyMode: 'Parallel',
  contentType: 'CSV',
  apiVersion: 63.0,
  jobType: 'V2Ingest',
  lineEnding,
  columnDelimiter: 'COMMA',
  ...(state !== 'Open' && {
    numberRecordsProcessed: job.lost + job.successes.length + job.failures.length,
    numberRecordsFailed: job.failures.length,
    retries: 0,
    totalProcessingTime: 0,
    apiActiveProcessingTime: 0,
    apexProcessingTime: 0,
  }),
  ...(job.errorMessage !== undefined && { errorMessage: job.errorMessage }),
});
