import { describe, expect, it } from 'vitest';
import { nameOf, ticksOf } from './processes.js';

describe('a process', () => {
  it('has a readable name', () => {
    const node = '/usr/bin/node';
    expect(nameOf([node, '/srv/apps/api/dist/main.js', ''])).toBe('api');
    expect(nameOf([node, '--import', 'data:text/javascript,x', '/srv/apps/projector/dist/main.js'])).toBe('projector');
    expect(nameOf([node, '/srv/libs/embedded/dist/engine-main.js', 'mongo', '--data', '/d'])).toBe('mongo');
    expect(nameOf([node, '/srv/apps/projector/dist/rebuild/rebuild.main.js'])).toBe('rebuild');
    expect(nameOf(['chromium'])).toBe('chromium');
    expect(nameOf(['/usr/lib/chromium/chromium --type=gpu-process --no-sandbox', ''])).toBe('chromium gpu-process');
  });

  it('has its processor time read after a name with spaces and brackets', () => {
    expect(ticksOf('42 (node (main) 7 8) S 1 42 42 0 -1 4194304 1 2 3 4 150 25 9 9 20 0 11 0')).toBe(175);
  });
});
