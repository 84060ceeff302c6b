import { describe, expect, it } from 'vitest';
import { findChromium, type Machine } from './find-chromium.js';

const packaged = { path: '/unpacked/chromium', env: { LD_LIBRARY_PATH: '/unpacked/lib' } };
const machine = (programs: string[], more: Partial<Machine> = {}): Machine => ({
  platform: 'linux',
  env: { PATH: '/usr/local/bin:/usr/bin' },
  isProgram: (path) => programs.includes(path),
  packaged: async () => null,
  ...more,
});
const pathOf = async (chosen: string | undefined, of: Machine) => (await findChromium(chosen, of)).path;

describe('the browser that makes files', () => {
  it('is the one of the setting, before any that is installed', async () => {
    const both = machine(['/opt/own', '/usr/bin/chromium']);
    expect(await pathOf('/opt/own', both)).toBe('/opt/own');
    expect(await pathOf(undefined, both)).toBe('/usr/bin/chromium');
  });

  it('is no other where the setting names none that is there', async () => {
    await expect(findChromium('/opt/gone', machine(['/usr/bin/chromium']))).rejects.toMatchObject({
      status: 501,
      message: 'CHROMIUM_PATH names /opt/gone, which is not there. Correct it, or install Chromium and leave it out.',
    });
  });

  it('is an installed one, before the one that comes as a package', async () => {
    const withPackage = { packaged: async () => packaged };
    expect(await pathOf(undefined, machine(['/usr/bin/microsoft-edge'], withPackage))).toBe('/usr/bin/microsoft-edge');
    expect(await findChromium(undefined, machine([], withPackage))).toEqual(packaged);
  });

  it('is one without windows before one with them', async () => {
    const both = machine(['/usr/bin/google-chrome', '/usr/bin/chromium', '/usr/bin/chromium-headless-shell']);
    expect(await pathOf(undefined, both)).toBe('/usr/bin/chromium-headless-shell');
  });

  it('is found where the other systems install it', async () => {
    const mac = '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge';
    expect(await pathOf(undefined, machine([mac], { platform: 'darwin' }))).toBe(mac);
    const windows = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe';
    const env = { PROGRAMFILES: 'C:\\Program Files' };
    expect(await pathOf(undefined, machine([windows], { platform: 'win32', env }))).toBe(windows);
  });

  it('is asked for in one sentence where there is none', async () => {
    await expect(findChromium(undefined, machine([]))).rejects.toMatchObject({
      status: 501,
      message: expect.stringMatching(/^No browser was found.*Install Chromium, Chrome or Edge.*CHROMIUM_PATH\.$/),
    });
  });
});
