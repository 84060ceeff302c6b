import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packagesOf } from '../harness/lockfile.js';
import { advisoryOf, concerns } from './advisories.js';
import { lookForKnownVulnerabilities } from './look.js';

const advisory = (name: string, events: object[], more: object = {}, type = 'SEMVER') => ({
  id: 'GHSA-aaaa-bbbb-cccc',
  modified: '2026-11-20T10:00:00Z',
  summary: 'It runs what it is sent',
  affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type, events }] }],
  ...more,
});
const isConcerned = (version: string, events: object[], more: object = {}, type = 'SEMVER') =>
  concerns(advisoryOf(JSON.stringify(advisory('left-pad', events, more, type))), { name: 'left-pad', version });

describe('An advisory', () => {
  it('concerns versions from where a mistake came in to where it was mended', () => {
    const events = [{ introduced: '1.2.0' }, { fixed: '1.3.1' }];
    const versions = ['1.1.9', '1.2.0', '1.3.0', '1.3.1', '1.3.1-rc.1', '2.0.0'];
    expect(versions.filter((version) => isConcerned(version, events))).toEqual(['1.2.0', '1.3.0', '1.3.1-rc.1']);
  });

  it('concerns the last version that is named, and none behind it', () => {
    const events = [{ introduced: '0' }, { last_affected: '1.3.0' }];
    expect(['0.0.1-a', '1.3.0', '1.3.1'].filter((version) => isConcerned(version, events))).toEqual([
      '0.0.1-a',
      '1.3.0',
    ]);
  });

  it('may name several ranges, in any order', () => {
    const events = [{ fixed: '3.0.5' }, { introduced: '3.0.0' }, { fixed: '1.0.2' }, { introduced: '0' }];
    const versions = ['1.0.1', '1.0.2', '2.9.9', '3.0.4', '3.0.5'];
    expect(versions.filter((version) => isConcerned(version, events))).toEqual(['1.0.1', '3.0.4']);
  });

  it('may name single versions', () => {
    const more = { affected: [{ package: { ecosystem: 'npm', name: 'left-pad' }, versions: ['1.0.0'] }] };
    expect(['1.0.0', '1.0.1'].filter((version) => isConcerned(version, [], more))).toEqual(['1.0.0']);
  });

  it('concerns nothing once it is withdrawn, in another ecosystem, or where it counts commits', () => {
    const events = [{ introduced: '0' }];
    expect(isConcerned('1.0.0', events, { withdrawn: '2026-11-21T00:00:00Z' })).toBe(false);
    expect(isConcerned('1.0.0', events, {}, 'GIT')).toBe(false);
    const python = {
      affected: [{ package: { ecosystem: 'PyPI', name: 'left-pad' }, ranges: [{ type: 'ECOSYSTEM', events }] }],
    };
    expect(isConcerned('1.0.0', events, python)).toBe(false);
    expect(isConcerned('1.0.0', events)).toBe(true);
  });
});

it('A lockfile installs packages below any folder and under their own names, and no workspace', () => {
  const packages = {
    '': { version: '0.1.0' },
    'apps/api': { version: '0.1.0' },
    'node_modules/@superscope/api': { link: true },
    'node_modules/@scope/one': { version: '1.0.0' },
    'test/node_modules/two/node_modules/three': { version: '3.0.0', dev: true },
    'node_modules/other': { name: 'four', version: '4.0.0' },
  };
  expect(packagesOf(JSON.stringify({ packages }))).toMatchObject([
    { name: '@scope/one', version: '1.0.0', dev: false },
    { name: 'three', version: '3.0.0', dev: true },
    { name: 'four', version: '4.0.0', dev: false },
  ]);
});

describe('A look for known vulnerabilities', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'advisories-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const packages = [
    { name: 'left-pad', version: '1.2.0', dev: false },
    { name: 'left-pad', version: '1.3.1', dev: true },
  ];
  const events = [{ introduced: '1.2.0' }, { fixed: '1.3.1' }];
  const put = (name: string, content: object | string) =>
    writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  const look = (accepted: { id: string; why: string; until: string }[] = [], today = '2026-11-29') =>
    lookForKnownVulnerabilities(folder, packages, accepted, today);
  const found = 'left-pad 1.2.0: GHSA-aaaa-bbbb-cccc, It runs what it is sent';

  it('names each version that an advisory of the folder, or of one in it, concerns', async () => {
    await mkdir(join(folder, 'npm'));
    await put('npm/GHSA-aaaa-bbbb-cccc.json', advisory('left-pad', events));
    await put('other.json', advisory('right-pad', [{ introduced: '0' }], { id: 'GHSA-other' }));
    expect(await look()).toEqual({ problems: [found], notes: ['2 advisories were compared with 2 packages.'] });
  });

  it('leaves out an accepted one until its last day, and names one that is accepted in vain', async () => {
    await put('one.json', advisory('left-pad', events));
    const accepted = [{ id: 'GHSA-aaaa-bbbb-cccc', why: 'Nobody outside sends it anything.', until: '2026-11-29' }];
    expect((await look(accepted)).problems).toEqual([]);
    expect((await look(accepted, '2026-11-30')).problems).toEqual([found]);
    expect((await look([...accepted, { id: 'GHSA-gone', why: '', until: '2027-01-01' }])).problems).toEqual([
      'GHSA-gone is accepted, but concerns nothing here.',
    ]);
  });

  it('is none in a folder that is missing, empty, or holds something else', async () => {
    expect((await look()).problems).toEqual([`${folder} holds no advisories.`]);
    await put('cut.json', '{"id": "GHSA-cut", ');
    await put('page.json', { title: 'Not found' });
    expect((await look()).problems).toEqual([
      `${join(folder, 'cut.json')} is no advisory in OSV's format.`,
      `${join(folder, 'page.json')} is no advisory in OSV's format.`,
      `${folder} holds no advisories.`,
    ]);
    const missing = await lookForKnownVulnerabilities(join(folder, 'none'), packages, [], '2026-11-29');
    expect(missing.problems[0]).toMatch(/cannot be read: ENOENT/);
  });

  it('says when the advisories are old', async () => {
    await put('one.json', advisory('right-pad', events));
    expect((await look([], '2026-12-22')).notes).toEqual([
      '1 advisory was compared with 2 packages.',
      'The newest advisory is of 2026-11-20. Fetch them anew.',
    ]);
  });
});
