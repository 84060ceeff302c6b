import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { masterKeyId, MasterKeys, masterKeysText } from './master-keys.js';

const [one, two, three] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
const text = (key: Buffer) => key.toString('base64');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'master-keys-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('master keys', () => {
  it('are the current and former ones of the settings', () => {
    const keys = MasterKeys.fromSettings({
      SUPERSCOPE_MASTER_KEY: text(one),
      SUPERSCOPE_PREVIOUS_MASTER_KEYS: `${text(two)}, ${text(three)}`,
    });
    expect(keys.current()).toEqual({ id: masterKeyId(one), key: one });
    expect([one, two, three].map((key) => keys.find(masterKeyId(key)))).toEqual([one, two, three]);
    expect(keys.find('another')).toBeUndefined();
  });

  it('in a file are read again once it has changed, and former ones stay known', () => {
    const file = join(folder, 'ring');
    writeFileSync(file, masterKeysText([one]));
    const keys = MasterKeys.fromSettings({ SUPERSCOPE_MASTER_KEY_FILE: file });
    expect(keys.find(masterKeyId(two))).toBeUndefined();
    writeFileSync(file, masterKeysText([two, one]));
    expect(keys.find(masterKeyId(two))).toEqual(two);
    expect(keys.current().key).toEqual(two);
    rmSync(file);
    expect(keys.current().key).toEqual(two);
  });

  it('that are missing, duplicate or of another length are refused with one sentence that shows none', () => {
    expect(() => MasterKeys.fromSettings({})).toThrow('Set SUPERSCOPE_MASTER_KEY_FILE or SUPERSCOPE_MASTER_KEY');
    expect(() =>
      MasterKeys.fromSettings({ SUPERSCOPE_MASTER_KEY: text(one), SUPERSCOPE_MASTER_KEY_FILE: 'x' }),
    ).toThrow('one of them');
    expect(() => MasterKeys.fromSettings({ SUPERSCOPE_MASTER_KEY: 'c2hvcnQ=' })).toThrow('must have 32 bytes');
    expect(() => MasterKeys.fromSettings({ SUPERSCOPE_MASTER_KEY_FILE: join(folder, 'none') })).toThrow('ENOENT');
    writeFileSync(join(folder, 'empty'), '\n');
    expect(() => MasterKeys.fromSettings({ SUPERSCOPE_MASTER_KEY_FILE: join(folder, 'empty') })).toThrow(
      'holds no key',
    );
  });
});
