import { describe, expect, it } from 'vitest';

const sources = import.meta.glob<string>(['../{app,features,portal}/**/*.{ts,tsx}', '!../**/*.spec.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What people type or choose a file in. Choices alone are made again in a moment. */
const FIELDS = /<(TextField|TextAreaField|PasswordField|DateField|DateTimeField|FileDrop|FileTrigger|textarea)\b/;
const GUARDS = /\b(useRequestForm|useUnsaved)\(/;

const at = (path: string) => path.replace('../', '');
const files = Object.entries(sources).map(([path, text]) => ({ path: at(path), text }));
const guarded = new Set(files.filter(({ text }) => GUARDS.test(text)).map(({ path }) => path));
const withFields = files.filter(({ text }) => FIELDS.test(text)).map(({ path }) => path);

/** Fields of a form that another file makes. */
const PART_OF: Readonly<Record<string, string>> = {
  'features/fee-comparison/comparison.form.tsx': 'features/fee-comparison/fee-comparison.page.tsx',
  'features/insurance-calculation/insurance.form.tsx': 'features/insurance-calculation/insurance-calculation.page.tsx',
  'features/insurance-calculation/need-fields.tsx': 'features/insurance-calculation/insurance-calculation.page.tsx',
  'features/investment-options/file-field.tsx': 'features/investment-options/investment-options.page.tsx',
  'features/member-events/kind-card.tsx': 'features/member-events/new-events.form.tsx',
  'features/two-step/code.field.tsx': 'features/two-step/set-up-app.tsx',
  // Of a consultation as well.
  'portal/insurance/birth-and-gender.tsx': 'features/insurance-calculation/insurance-calculation.page.tsx',
};

/** Fields whose text is lost without a question, and why nobody misses it. */
const NOT_ASKED: Readonly<Record<string, string>> = {
  'features/asfa-figures/load-card.tsx': 'an address whose document is asked about once it is read',
  'features/background-work/background-work.page.tsx': 'a search of the list',
  'features/dashboard/flyers-dialog.tsx': 'a file that is sent as it is chosen',
  'features/dashboard/replace-news.tsx': 'a file that is sent as it is chosen',
  'features/dev-ops/dev-ops.page.tsx': 'a search of the tree',
  'features/event-history/filter-form.tsx': 'a search',
  'features/history/moment-card.tsx': 'the moment to look at',
  'features/import-export/drop-area.tsx':
    'files that are uploaded as they are chosen; the queue asks before the tab closes',
  'features/member-events/export.dialog.tsx': 'the days of a download',
  'features/microsite-documents/seen-card.tsx': 'the day to look at',
  'features/onecentral-activity/activity.form.tsx': 'a search',
  'features/providers/providers.page.tsx': 'a file that is sent as it is chosen',
  'features/public-check/file-check.tsx': 'a file that is checked as it is chosen',
  'features/public-check/public-check.page.tsx': 'a code that is checked and saved nowhere',
  'features/reporting/scope-bar.tsx': 'the days of a report, which stand in the address',
  'features/reset-password/activate.page.tsx': 'a name before sign-in',
  'features/reset-password/set-password.tsx': 'a password before sign-in, which nothing keeps',
  'features/salesforce-exports/receipts-card.tsx': 'a search of the list',
  'features/security/security.page.tsx': 'a search of the list',
  'features/sign-in/forgotten-password.form.tsx': 'a name before sign-in',
  'features/sign-in/sign-in.form.tsx': 'a name and a password before sign-in',
  'features/who-may-see/who-may-see.page.tsx': 'the day to look at',
  'portal/calculator/calculator-form.tsx': 'a field that nobody types in',
  'portal/imports/csv-errors.tsx': 'a search of the list',
  'portal/report-check/check-report.tsx': 'a code that is checked and saved nowhere',
  'portal/report-check/report-drop.tsx': 'a file that is checked as it is chosen',
};

describe('Nothing typed is lost', () => {
  it('in any form: each asks before it is left, is part of one that asks, or says why it does not', () => {
    const owners = new Map(Object.entries(PART_OF));
    const asks = (path: string) => guarded.has(owners.get(path) ?? path);
    expect(withFields.filter((path) => !asks(path) && !(path in NOT_ASKED))).toEqual([]);
  });

  it('and no form is listed that has gone or asks by itself', () => {
    const listed = [...Object.keys(PART_OF), ...Object.keys(NOT_ASKED)];
    expect(listed.filter((path) => !withFields.includes(path) || (path in NOT_ASKED && guarded.has(path)))).toEqual([]);
  });
});
