import { describe, expect, it } from 'vitest';
import { checkUatSettings } from './uat-settings.js';

const UAT_TOKEN = 'ssa_a-token-of-the-other-host';
const check =
  (UAT_URL: string | undefined, token: string | undefined = UAT_TOKEN) =>
  () =>
    checkUatSettings({ UAT_URL, UAT_TOKEN: token });

describe('the host for acceptance tests', () => {
  it('is set with its token, or not at all', () => {
    expect(() => checkUatSettings({ UAT_URL: undefined, UAT_TOKEN: undefined })).not.toThrow();
    expect(check('https://uat.example.com')).not.toThrow();
    expect(check(undefined)).toThrow('UAT_URL and UAT_TOKEN are set together.');
    expect(() => checkUatSettings({ UAT_URL: 'https://uat.example.com', UAT_TOKEN: undefined })).toThrow(
      'UAT_URL and UAT_TOKEN are set together.',
    );
  });

  it('gets the token over TLS only, except on this machine', () => {
    expect(check('http://127.0.0.1:3000')).not.toThrow();
    expect(check('http://uat.example.com')).toThrow('UAT_URL must begin with https://.');
    expect(check('https://me:secret@uat.example.com')).toThrow('UAT_URL must hold no user and no password.');
  });
});
