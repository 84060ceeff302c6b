import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { notWalked, typedForms } from './forms.js';

const source = fileURLToPath(new URL('../../apps/web/src/', import.meta.url));

/** The files of the web client that make a form which asks before it is left. */
const forms = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter(({ name }) => /\.tsx?$/.test(name) && !/\.spec\.tsx?$/.test(name))
  .map(({ parentPath, name }) => join(parentPath, name))
  .filter((file) => /\b(?<!function )(useRequestForm|useUnsaved)\(/.test(readFileSync(file, 'utf8')))
  .map((file) => relative(source, file).split(sep).join('/'))
  .filter((file) => !/^portal\/(forms|leaving)\//.test(file));

describe('The table of forms', () => {
  it('has each form of the client once: walked through in a browser, or with what else shows that it loses nothing', () => {
    expect([...Object.keys(typedForms), ...Object.keys(notWalked)].toSorted()).toEqual(forms.toSorted());
  });
});
