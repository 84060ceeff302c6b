import type { AccessRow } from '@superscope/contracts/access-on';
import { describe, expect, it } from 'vitest';
import { accessCsv } from './access-csv.js';

const row: AccessRow = {
  userId: 'u1',
  username: 'dana',
  name: 'Reid, Dana',
  emailOrDomain: 'dana@example.com',
  role: 'CompanyRep',
  contextId: 'TWR.E1',
  contextName: '=HYPERLINK("x")',
  active: true,
  verified: false,
  app: false,
  lastSignInAt: null,
};

describe('who may see what, as a file', () => {
  it('has a line for each user, and no formulas for spreadsheets', () => {
    const [head, line] = accessCsv([row]).split('\r\n');
    expect(head).toBe(
      '\uFEFFusername,name,emailOrDomain,role,contextId,contextName,active,verified,authenticatorApp,lastSignInAt',
    );
    expect(line).toBe(`dana,"Reid, Dana",dana@example.com,CompanyRep,TWR.E1,"'=HYPERLINK(""x"")",Yes,No,No,`);
  });
});
