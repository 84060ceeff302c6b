import { beforeEach, describe, expect, it } from 'vitest';
import {
  compareCommands,
  comparePlanMonths,
  compareReports,
  compareRows,
  nothingStored,
  type Stored,
  type StoredReport,
} from './check.js';
import { Findings } from './findings.js';
import { Sent } from './sent.js';

let sent: Sent;
let stored: Stored;
let findings: Findings;
const found = () => ({ lost: findings.lost, doubled: findings.doubled, halfVisible: findings.halfVisible });
const nothing = { lost: 0, doubled: 0, halfVisible: 0 };

beforeEach(() => {
  [sent, stored, findings] = [new Sent(), nothingStored(), new Findings()];
});

describe('after faults', () => {
  it('missing, duplicate and unexpected rows are found', () => {
    sent.members.add('1').add('2');
    sent.contacts.add('1 noon');
    stored.registered.set('1', 1).set('2', 1);
    stored.numbers.set('id-1', '1');
    stored.contacts.set('id-1 noon', 1);
    compareRows(sent, stored, findings);
    expect(found()).toEqual(nothing);
    stored.registered.set('2', 2).set('3', 1);
    stored.contacts.clear();
    compareRows(sent, stored, findings);
    expect(found()).toEqual({ lost: 1, doubled: 2, halfVisible: 0 });
  });

  it('an acknowledged command must have written one event of its type', () => {
    sent.commands.set('a', 'MemberMoved');
    stored.commands.set('a', ['MemberMoved']);
    compareCommands(sent, stored, findings);
    expect(found()).toEqual(nothing);
    sent.commands.set('b', 'CampaignCancelled').set('c', 'MemberMoved');
    stored.commands.set('b', ['CampaignCancelled', 'CampaignCancelled']);
    compareCommands(sent, stored, findings);
    expect(found()).toEqual({ lost: 1, doubled: 1, halfVisible: 0 });
  });

  it('a document that was asked for must have been made once, or have failed with the reason that was told', () => {
    const report = (fields: Partial<StoredReport>): StoredReport => ({
      requested: 1,
      printed: 1,
      made: [],
      failed: [],
      isOpen: false,
      ...fields,
    });
    sent.reports.set('a', { state: 'done', sha256: 'aa' }).set('b', { state: 'failed', reason: 'No figures yet.' });
    stored.reports.set('a', report({ made: ['aa'] }));
    // It was asked for again once it had failed.
    stored.reports.set('b', report({ made: ['bb'], failed: ['No figures yet.'] }));
    // Asked for, but nobody was told.
    stored.reports.set('c', report({ printed: 0, failed: ['No figures yet.'] }));
    compareReports(sent, stored, findings);
    expect(found()).toEqual(nothing);
    sent.reports.set('d', { state: 'done', sha256: 'dd' }).set('e', { state: 'done', sha256: 'ee' });
    sent.reports.set('f', { state: 'failed', reason: 'Another one.' });
    stored.reports.set('e', report({ made: ['xx'] }));
    stored.reports.set('f', report({ failed: [''] }));
    stored.reports.set('g', report({ isOpen: true }));
    compareReports(sent, stored, findings);
    expect(findings.take().notes).toEqual([
      'lost: report d',
      'lost: the file of report e',
      'lost: the reason why report f failed',
      'lost: report f failed without a reason',
      'lost: report g has no end',
    ]);
    sent.reports.clear();
    stored.reports.clear();
    stored.reports.set('a', report({ printed: 2, made: ['aa'] })).set('b', report({ made: ['bb', 'cc'] }));
    stored.reports.set('c', report({ requested: 2, made: ['cc'] }));
    compareReports(sent, stored, findings);
    expect(found()).toEqual({ lost: 0, doubled: 3, halfVisible: 0 });
  });

  it('a plan-month must show its last import completely, and each import must be stored once', () => {
    const [first, second] = [
      { rows: 2, balanceCents: 20 },
      { rows: 3, balanceCents: 60 },
    ];
    sent.planMonth('P', '2024-01', first);
    sent.planMonth('P', '2024-01', second);
    stored.planMonths.set('P 2024-01', [first, second]);
    comparePlanMonths(sent, stored, [{ plan: 'P', month: '2024-01', ...second }], findings);
    expect(found()).toEqual(nothing);
    comparePlanMonths(sent, stored, [{ plan: 'P', month: '2024-01', rows: 3, balanceCents: 50 }], findings);
    comparePlanMonths(sent, stored, [{ plan: 'P', month: '2024-01', ...first }], findings);
    expect(found()).toEqual({ lost: 0, doubled: 0, halfVisible: 2 });
    stored.planMonths.set('P 2024-01', [first, second, second]);
    comparePlanMonths(sent, stored, [{ plan: 'P', month: '2024-01', ...second }], findings);
    stored.planMonths.set('P 2024-01', [second]);
    comparePlanMonths(sent, stored, [{ plan: 'P', month: '2024-01', ...second }], findings);
    expect(found()).toEqual({ lost: 1, doubled: 1, halfVisible: 2 });
  });

  it('a month is complete if it equals one of its imports, or one of its plan’s imports if it is carried forward', () => {
    sent.planMonth('P', '2024-01', { rows: 2, balanceCents: 20 });
    sent.planMonth('P', '2024-01', { rows: 2, balanceCents: 30 });
    const looks = (plan: string, month: string, balanceCents: number) =>
      sent.isWhole(plan, month, { rows: 2, balanceCents });
    expect([20, 30, 25].map((cents) => looks('P', '2024-01', cents))).toEqual([true, true, false]);
    expect([20, 25].map((cents) => looks('P', '2026-11', cents))).toEqual([true, false]);
    expect(looks('Q', '2024-01', 20)).toBe(false);
  });
});
