// Places where the product can be broken, each with the suites that must notice it (docs/testing.md). A suite that is split or renamed is
// renamed here too.

/**
 * @typedef {object} Mutant
 * @property {string} name What is broken, in words of the business.
 * @property {string} file
 * @property {string} before Stands in the file exactly once.
 * @property {string} after
 * @property {readonly string[]} suites One or two files.
 */

/** @type {readonly Mutant[]} */
export const mutants = [
  // Domain
  {
    name: 'margin of a watch: a figure within its margin counts as having crossed the value',
    file: 'libs/domain/src/watch/watch.ts',
    before: 'Math.abs(value - threshold!) >= margin;',
    after: 'Math.abs(value - threshold!) >= 0;',
    suites: ['libs/domain/src/watch/watch.spec.ts'],
  },
  {
    name: 'fold: a cancelled campaign that is recorded again stays cancelled',
    file: 'libs/domain/src/campaign/campaign.ts',
    before: 'return { ...campaign, details: event.data, cancelled: false };',
    after: 'return { ...campaign, details: event.data };',
    suites: ['libs/domain/src/campaign/campaign.spec.ts'],
  },
  {
    name: 'privacy threshold: a group of ten members is published',
    file: 'libs/domain/src/publishing/publish.ts',
    before: 'export const least = 11;',
    after: 'export const least = 10;',
    suites: ['libs/domain/src/publishing/publish.spec.ts'],
  },
  {
    name: 'rounding: a published share is cut instead of rounded half up',
    file: 'libs/domain/src/publishing/publish.ts',
    before: 'figure(Math.floor((2000 * count + base) / (2 * base)) / 10)',
    after: 'figure(Math.floor((2000 * count) / (2 * base)) / 10)',
    suites: ['libs/domain/src/publishing/vectors.spec.ts'],
  },
  {
    name: 'edition: an import in the instant of the closing makes a second edition',
    file: 'libs/domain/src/publishing/edition.ts',
    before: '.filter((at) => at > first);',
    after: '.filter((at) => at >= first);',
    suites: ['libs/domain/src/publishing/edition.spec.ts'],
  },
  {
    name: 'date boundary: the financial year begins on 1 August',
    file: 'libs/domain/src/calendar-dates.ts',
    before: 'monthNumberOf(date) >= 7 ?',
    after: 'monthNumberOf(date) > 7 ?',
    suites: ['libs/domain/src/calendar-dates.spec.ts'],
  },
  {
    name: 'Age Pension: the taper counts all assets, and not those over the limit',
    file: 'libs/domain/src/scoring/drawdown.ts',
    before: 'fullPension - taper * (assets - assetsLimit)',
    after: 'fullPension - taper * assets',
    suites: ['libs/domain/src/scoring/drawdown.spec.ts'],
  },
  // Contracts
  {
    name: 'message: a date that does not exist is said to be written wrongly',
    file: 'libs/contracts/src/fields.ts',
    before: 'written === undefined || isIsoDate(written) ? otherwise',
    after: 'written === undefined || !isIsoDate(written) ? otherwise',
    suites: ['libs/contracts/src/fields.spec.ts'],
  },
  // Event store
  {
    name: 'retry: an append is not tried again after the server was killed',
    file: 'libs/event-store/src/connection/retry.ts',
    before: 'const passingCodes: readonly unknown[] = [1, 4, 13, 14];',
    after: 'const passingCodes: readonly unknown[] = [1, 4, 14];',
    suites: ['libs/event-store/src/connection/retry.spec.ts'],
  },
  {
    name: 'idempotency: an id that was used for another request is answered with that one’s result',
    file: 'libs/event-store/src/event-store.ts',
    before: 'last.metadata.bodyDigest !== by.bodyDigest)',
    after: 'last.metadata.bodyDigest === null)',
    suites: ['test/event-store/transact.int.spec.ts'],
  },
  {
    name: 'encryption: personal fields are stored as they are',
    file: 'libs/event-store/src/events/codec.ts',
    before: 'person === null ? event.data : sealed(event.data, person, keys.get(person))',
    after: 'person !== null ? event.data : sealed(event.data, person ?? "", keys.get(""))',
    suites: ['test/event-store/personal-data.int.spec.ts', 'libs/event-store/src/events/codec.spec.ts'],
  },
  {
    name: 'lease: a second process takes a lease that is still held',
    file: 'libs/event-store/src/leases/lease-document.ts',
    before: '{ expiresAt: { $lte: new Date() } }',
    after: '{ expiresAt: { $gte: new Date(0) } }',
    suites: ['test/relay/lease.int.spec.ts'],
  },
  // Api
  {
    name: 'right: Staff may publish a plan again',
    file: 'apps/api/src/platform/access/policy.ts',
    before: "'plans.publish': ['Admin'],",
    after: "'plans.publish': ['Staff', 'Admin'],",
    suites: ['apps/api/src/platform/access/policy.spec.ts'],
  },
  {
    name: 'scope: an employer reads the figures of another employer’s plan',
    file: 'apps/api/src/platform/access/principal.ts',
    before: '(planId !== null && scope.planIds.has(planId))',
    after: 'planId !== null',
    suites: ['test/api/roles.int.spec.ts'],
  },
  {
    name: 'formula: a cell that begins with @ is exported as it is',
    file: 'apps/api/src/platform/csv/formula-guard.ts',
    before: String.raw`const wouldBeFormula = /^'*[=+\-@\t\r]/;`,
    after: String.raw`const wouldBeFormula = /^'*[=+\-\t\r]/;`,
    suites: ['apps/api/src/platform/csv/csv-cell.spec.ts'],
  },
  {
    name: 'order: withheld figures come first where the largest do',
    file: 'apps/api/src/analytics/answer/order.ts',
    before: 'if (left === null) return 1;',
    after: 'if (left === null) return desc ? -1 : 1;',
    suites: ['apps/api/src/analytics/answer/order.spec.ts'],
  },
  {
    name: 'audience: an employer hears at once that a member spoke to the fund',
    file: 'apps/api/src/changes/visible-change.ts',
    before: "  'maintenance',\n]);",
    after: "  'maintenance',\n  'contactRequests',\n]);",
    suites: ['apps/api/src/changes/visible-change.spec.ts'],
  },
  {
    name: 'ETag: a microsite is told that nothing changed after its documents did',
    file: 'apps/api/src/microsites/public-microsite.slice.ts',
    before: ".some((each) => each.trim().replace(/^W\\//, '') === etag)",
    after: ".some((each) => each.trim().replace(/^W\\//, '') !== '' && etag !== '')",
    suites: ['test/api/browser-clients.int.spec.ts'],
  },
  {
    name: 'limit of an upload: a larger file is taken',
    file: 'apps/api/src/platform/http/one-upload.ts',
    before: 'fileSize: mostMebibytes * 1024 ** 2',
    after: 'fileSize: 2 * mostMebibytes * 1024 ** 2',
    suites: ['test/api/downloads.int.spec.ts'],
  },
  // Projector
  {
    name: 'projection: a removed watch stays in the reader’s list',
    file: 'apps/projector/src/documents/watches.projection.ts',
    before: '[`watches.${data.watchId}`]: null,',
    after: '',
    suites: ['test/api/watches.int.spec.ts'],
  },
  {
    name: 'upsert: a late event undoes a newer one',
    file: 'apps/projector/src/runtime/writing/document-operations.ts',
    before: 'revision: { $lt: revision } }',
    after: 'revision: { $ne: revision } }',
    suites: ['test/projector/contact-revisions.int.spec.ts', 'test/projector/shuffled-streams.int.spec.ts'],
  },
  {
    name: 'derivation: a member who left is carried into the next month',
    file: 'apps/projector/src/member-snapshots/counts-in-month.ts',
    before: 'dates.exitDate >= `${month}-01`',
    after: "dates.exitDate >= ''",
    suites: ['test/projector/plan-month.int.spec.ts'],
  },
  // Renderer
  {
    name: 'secret: the renderer makes a file for anybody',
    file: 'apps/renderer/src/server.ts',
    before: "if (!isSame(request.headers.authorization ?? '', `Bearer ${secret}`))",
    after: "if (!isSame(request.headers.authorization ?? '', request.headers.authorization ?? ''))",
    suites: ['apps/renderer/src/server.spec.ts'],
  },
  // Web
  {
    name: 'disabled button: a busy button can be pressed again',
    file: 'apps/web/src/ui/button.tsx',
    before: 'onClick={busy ? (event) => event.preventDefault() : onClick}',
    after: 'onClick={onClick}',
    suites: ['apps/web/src/ui/button.spec.tsx'],
  },
  {
    name: 'stale tag: a new edition leaves published figures as they were',
    file: 'apps/web/src/portal/changes/stale-after.ts',
    before: "{ type: 'Figures', after: ['editions', ...scope], of: 'onePlan' }",
    after: "{ type: 'Figures', after: [...scope], of: 'onePlan' }",
    suites: ['apps/web/src/app/features.spec.ts'],
  },
  {
    name: 'own write: a read does not wait for the newest write',
    file: 'apps/web/src/portal/api/recent-writes.ts',
    before: '[...this.#writes].at(-1)',
    after: '[...this.#writes].at(0)',
    suites: ['apps/web/src/portal/api/recent-writes.spec.ts'],
  },
  {
    name: 'menu: an Auditor, who writes nothing, is shown the watches',
    file: 'apps/web/src/features/watches/watches.feature.ts',
    before: "right: 'watches.own',",
    after: "right: 'portal.read',",
    suites: ['apps/web/src/features/watches/watches.spec.tsx'],
  },
  {
    name: 'unit: $999,960 is written as $1,000.0K',
    file: 'apps/web/src/ui/format.ts',
    before: '{ from: 999_950, of: 1e6',
    after: '{ from: 1_000_000, of: 1e6',
    suites: ['apps/web/src/ui/format.spec.ts'],
  },
  {
    name: 'accessible name: a card of figures has none',
    file: 'apps/web/src/portal/cards/figure-card.tsx',
    before: '      aria-label={title}\n      aria-busy',
    after: '      aria-busy',
    suites: ['apps/web/src/portal/cards/figure-card.spec.tsx'],
  },
  {
    name: 'keyboard: the menu comes before the header in the order of tabs',
    file: 'apps/web/src/app/shell/shell.tsx',
    before: `      <div className="min-w-0 lg:col-start-2 lg:row-start-1 print:hidden">
        <Header />
      </div>
      <Sidebar />`,
    after: `      <Sidebar />
      <div className="min-w-0 lg:col-start-2 lg:row-start-1 print:hidden">
        <Header />
      </div>`,
    suites: ['test/e2e/pages.e2e.spec.ts'],
  },
];
