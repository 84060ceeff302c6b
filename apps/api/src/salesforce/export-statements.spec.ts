import { describe, expect, it } from 'vitest';
import { exportStatement } from './export-statements.js';

const scope = { from: '2026-03-01 00:00:00', to: '2026-04-01 00:00:00', planIds: ['TWR.P0001'], companyId: null };

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
