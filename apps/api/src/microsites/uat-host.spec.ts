import { describe, expect, it } from 'vitest';
import { UatHost } from './uat-host.js';

const host = (PRODUCTION_HOST?: string) =>
  new UatHost({
    PRODUCTION_HOST,
    SUPERSCOPE_PUBLIC_URL: 'https://portal.example.com',
    UAT_URL: undefined,
    UAT_TOKEN: undefined,
  });

describe('documents of another host', () => {
  it('are taken only where the production host is known, and is another one', () => {
    expect(host('production.example.com')).toMatchObject({ isProduction: false, takesDocuments: true });
    expect(host('Portal.example.com')).toMatchObject({ isProduction: true, takesDocuments: false });
    expect(host()).toMatchObject({ isProduction: false, takesDocuments: false });
  });
});
