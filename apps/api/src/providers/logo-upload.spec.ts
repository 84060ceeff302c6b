import { describe, expect, it } from 'vitest';
import { logoTypeOf } from './logo-upload.js';

describe('The kind of an uploaded logo', () => {
  it('is told by its first bytes', () => {
    expect(logoTypeOf(Buffer.from('89504e470d0a1a0a0000000d', 'hex'))).toBe('image/png');
    expect(logoTypeOf(Buffer.from('ffd8ffe000104a46', 'hex'))).toBe('image/jpeg');
  });

  it('is none for other files, also where they only begin like a picture', () => {
    for (const other of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('GIF89a'),
      Buffer.alloc(0),
      Buffer.from('89504e47', 'hex'),
    ])
      expect(logoTypeOf(other)).toBeNull();
  });
});
