import { describe, expect, it } from 'vitest';
import { withSecretFiles } from './secret-files.js';

const files: Record<string, string> = { '/run/secrets/url': 'esdb://user:pass@store\n', '/run/secrets/empty': ' \n' };
const read = (file: string): string => {
  const content = files[file];
  if (content === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
  return content;
};
const names = ['STORE_URL', 'KEY', 'KEY_FILE'];

describe('settings handed out as files', () => {
  it('gives a setting the content of the file that its _FILE names, without the line end', () => {
    const { settings, problems } = withSecretFiles({ STORE_URL_FILE: '/run/secrets/url', PORT: '1' }, names, read);
    expect(settings).toMatchObject({ STORE_URL: 'esdb://user:pass@store', PORT: '1' });
    expect(problems).toEqual([]);
  });

  it('ignores a variable that is itself a setting, and one that names no setting', () => {
    const source = { KEY_FILE: '/run/secrets/url', OTHER_FILE: '/run/secrets/url' };
    expect(withSecretFiles(source, names, read)).toEqual({ settings: source, problems: [] });
  });

  it('refuses a setting that is given twice', () => {
    const { problems } = withSecretFiles({ STORE_URL: 'secret', STORE_URL_FILE: '/run/secrets/url' }, names, read);
    expect(problems).toEqual(['STORE_URL and STORE_URL_FILE are both set: set one']);
  });

  it('says which file is empty or cannot be read', () => {
    expect(withSecretFiles({ STORE_URL_FILE: '/run/secrets/empty' }, names, read).problems).toEqual([
      'STORE_URL_FILE: the file is empty',
    ]);
    expect(withSecretFiles({ STORE_URL_FILE: '/nowhere' }, names, read).problems).toEqual([
      'STORE_URL_FILE: the file cannot be read (ENOENT)',
    ]);
  });
});
