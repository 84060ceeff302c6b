// Made from docs/operations.md by `npm run lists`. Do not edit.

/** What to do about an alert, by its anchor in docs/operations.md: paragraph by paragraph, with code between backticks. */
export const whatToDo: Readonly<Record<string, readonly string[]>> = {
  'alert-api-down': [
    "No api answers, so nobody can work. Find out why the apis end: the last line of `portal.log` or of the container's log is a sentence. A wrong setting ends an api at once. An engine that is down does not; `/api/ready` names it, see ‘an engine is down’.",
  ],
  'alert-api-replica-down': [
    'One api of several does not answer; the others do its work. Its log says why. It can be deleted and started again without loss.',
  ],
  'alert-api-errors': [
    'More than 1 % of requests fail with 5xx.',
    '- 503: an engine is down or the read models are far behind. At sign-in it also means that more than a hundred passwords are being checked at once in one api.',
    "- 504: queries take longer than `SUPERSCOPE_QUERY_TIMEOUT_SECONDS`. Check ClickHouse's load; the embedded ClickHouse keeps queries waiting while it restarts.",
    "- 500: a fault of the portal. The log line with the answer's correlation id has the stack. Please report it.",
  ],
  'alert-event-loop-blocked': [
    'A process computes for more than half a second at a time. In an api the cause is very large answers or files; add an api. In a projector the cause is the derivation of one very large plan, which ends by itself.',
  ],
  'alert-projector-down': [
    'No projector runs. Writes are accepted and kept, but screens show nothing new. Start a projector; it continues where the last one stopped. If it keeps ending, its log says why; the cause is usually an engine that refuses it.',
  ],
  'alert-projector-behind': [
    'More than 10,000 events wait for longer than a quarter of an hour. After a large import or a restore this is normal, and the number falls. If it does not fall, see ‘the projector is behind’.',
  ],
  'alert-event-history-behind': [
    "Rows of the event history normally wait for a second at most, because many batches are written together. ClickHouse refuses them or is away: the projector's log says why, by `deferred rows are written later`. Nothing is lost, because the projector reads these events again after a restart. Until then event search lacks the newest events, and proofs and views of the past wait.",
  ],
  'alert-figures-stale': [
    'A plan has waited half an hour for its figures. Look for a dead letter of kind plan, which says why the plan cannot be derived. If there is none, the projector is busy or down.',
  ],
  'alert-dead-letters': [
    'An event could not be applied to the read models, or a plan could not be derived. `npm run dead-letters -- list`, or Operations in the portal, says what and why. See ‘dead letters’.',
  ],
  'alert-relay-inactive': [
    'No relay holds the lease. New events do not reach Kafka, so screens show nothing new. See ‘no relay is active’.',
  ],
  'alert-relay-behind': [
    'Kafka lacks events that are older than a minute. Kafka is slow, full, or has too few replicas in sync (the relay waits for all of them). Check its brokers. The relay sends in order and resumes by itself.',
  ],
  'alert-engine-down': ['The event store or ClickHouse does not answer. See ‘an engine is down’.'],
  'alert-file-late': [
    'A table of OneCentral has not come by the day by which it used to come, or by the day or time that was set. The page OneCentral imports names it under What is expected, where Edit expectations changes that. Ask OneCentral for the file. If the inbox does not answer, that page says since when: see ‘Files of OneCentral’.',
  ],
  'alert-event-store-away': [
    'The event store does not answer this api: nothing can be recorded. See ‘an engine is down’.',
  ],
  'alert-mongodb-away': [
    'MongoDB does not answer this api: nobody can sign in, and what needs it is not looked at. See ‘an engine is down’.',
  ],
  'alert-clickhouse-away': ['ClickHouse does not answer this api: pages of figures fail. See ‘an engine is down’.'],
  'alert-key-vault-away': [
    'The MongoDB of the keys (`VAULT_MONGODB_URL`) does not answer: names cannot be read or recorded. See ‘an engine is down’.',
  ],
  'alert-work-failed': [
    'Background work ended without its result. The page Background work says which, and to whom it shows the plan why. Mend the cause and choose Retry; or, if nothing is to be done, choose Acknowledge and say why. It counts no longer once the same was made later: a document of the same period before another month was closed, an import of the same file or of one that was mended under a name that tells its month.',
  ],
  'alert-salesforce-export-failed': [
    "A batch ended without having sent all of its rows. Background work names it ('Batch 5'); the page Salesforce exports shows Staff and Admins why, and what was accepted. Mend the cause and choose Retry, or have the same days exported by another batch, which settles it.",
  ],
  'alert-salesforce-away': [
    "Salesforce does not answer the portal for a quarter of an hour, or refuses it. Refused: the client's id or secret changed, or its policies do; compare them with `SALESFORCE_CLIENT_ID` and `SALESFORCE_CLIENT_SECRET_FILE`. Away: see the status page of Salesforce, and whether the api reaches `SALESFORCE_URL`. Exports wait and carry on by themselves.",
  ],
  'alert-salesforce-differs': [
    "The newest comparison found records that Salesforce was given and does not have, or has and should not have. The page Salesforce exports lists their ids. Missing: somebody or an automation deleted them there; ask who, then choose Send missing. Extra: a second record of one id is for Salesforce's own merging of duplicates; one of an erased member was brought back from the recycle bin or was never the portal's to delete, so delete it there; an unknown one was made there by hand or by an import with an external id of its own. Events that were set aside can make either: apply them first, see ‘dead letters’. The alert ends with the next comparison that finds no difference, so choose Compare now.",
  ],
  'alert-export-hangs': [
    'A batch was asked for a day ago and has not ended. Background work shows its step. If Salesforce works through its jobs slowly, wait; otherwise stop the batch and start another one.',
  ],
  'alert-clock-failed': [
    'Something that runs by the clock failed. Background work says what, under By the clock. It is tried again every ten minutes.',
  ],
  'alert-rebuild-failed': [
    'The newest `npm run rebuild` failed, stopped without a word, or found differences and switched nothing. The live read models are as before. Its own output says why: see ‘rebuilding’.',
  ],
  'alert-mail-failed': [
    "A mail server refused mails within the last 30 days. The page Outbox shows which, and the server's code. If alerts are sent by mail, they may be among them: the page Alerts says what became of each.",
  ],
  'alert-pdf-refused': [
    'A flyer, a microsite document or a PDF for reports that an earlier release stored was refused when it was written anew, so nobody can download it, and reports are made without its pages. The page Stored PDFs shows Admins which and why. Have it repaired and uploaded where it is used, remove it there, or keep it with a reason. The alert ends once none that is in use is left.',
  ],
  'alert-history-differs': [
    'The history is not what was signed, or could not be compared. Stop all writes first: see ‘the history differs’ and ‘the history could not be compared’.',
  ],
  'alert-history-not-compared': [
    'The nightly comparison of the history has not succeeded for two days: see ‘the history could not be compared’.',
  ],
  'alert-proof-differs': [
    'A replay of the events, or a digest of a night, gave other figures than were shown: see ‘plans as they stood’. Keep the view, and compare its version of the rules with the one of that day.',
  ],
  'alert-digests-missed': [
    'Digests of some plans were not kept last night, because figures were still being derived or an engine was away. The next night keeps those of that day only; look whether the projector was behind.',
  ],
  'alert-unknown-proxy': [
    'Something forwards requests without being named as a proxy, so addresses in the access log may be its own. If it is yours, add it to `SUPERSCOPE_TRUSTED_PROXIES`; System health names it.',
  ],
  'alert-token-expires': [
    'The token of an application ends within a week. Issue another one on Access tokens, give it to the application, and revoke the old one.',
  ],
  'alert-inbox-away': [
    "The folder `ONECENTRAL_INBOX` has not been readable for five minutes, or no api has looked at it for ten. See whether the share is mounted and the portal's user may read and write it. Nothing is lost: files are taken once it answers. If no api looks, one of them has to run; the log says why a look fails.",
  ],
  'alert-inbox-file-failed': [
    'A file of the inbox failed, or nobody knows its table. OneCentral imports says why. Mend it at its sender, or choose Queue, Repair or Delete. The same file that is Complete later settles it.',
  ],
  'alert-inbox-file-waits': [
    'A file was not taken within two hours. Another import of its table may run, or an engine be away: Background work and System health say so.',
  ],
  'alert-tax-file-numbers-in-the-inbox': [
    'A file with tax file numbers could not be removed from the inbox and lies there in plain text. OneCentral imports marks it. Remove it there, and tell its sender.',
  ],
};
