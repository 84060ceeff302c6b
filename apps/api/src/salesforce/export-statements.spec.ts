import { describe, expect, it } from 'vitest';
import type { Unsent } from '@superscope/domain/salesforce-batch/covered-rows';
import { exportObjects } from '@superscope/domain/salesforce-batch/salesforce-batch';
import type { ExportScope } from './export-scope.js';
import { exportStatement } from './export-statements.js';

const nothing: Unsent = { after: 0n, lowest: 0n, covered: [] };
const scope: Omit<ExportScope, 'isConnected'> = {
  choice: 'window',
  from: '2026-03-01 00:00:00',
  to: '2026-04-01 00:00:00',
  unsent: Object.fromEntries(exportObjects.map((object) => [object, nothing])) as ExportScope['unsent'],
  planIds: ['TWR.P0001'],
  companyId: null,
};

describe('what an export takes along because it was never given before', () => {
  it.each(['plans', 'companies', 'campaigns', 'contacts'] as const)(
    'are %s that Salesforce has not accepted',
    (object) => {
      const { sql } = exportStatement(object, { ...scope, isConnected: true });
      expect(sql).toContain(`outcome IN ('accepted')`);
      expect(sql).not.toContain(`'written'`);
      expect(exportStatement(object, { ...scope, isConnected: false }).sql).toContain(
        `outcome IN ('accepted', 'written')`,
      );
    },
  );
});

describe('activities', () => {
  it('are those of members in the scope', () => {
    expect(exportStatement('activities', { ...scope, isConnected: true }).sql).toContain('IN {plans:Array(String)}');
    expect(exportStatement('activities', { ...scope, planIds: null, isConnected: true }).sql).not.toContain('{plans');
  });
});
