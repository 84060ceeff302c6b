import { ESLint } from 'eslint';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sum } from './combine.js';
import { publicFigure } from './publish.js';
import { figure, isFigure, nothing, withheld, type Published, type PublishedFigure } from './published.js';

const shown = (published: Published): number | null => published.value;

describe('a figure that reaches an employer', () => {
  it('is published: a raw number or a look-alike object does not compile', () => {
    expect(shown(figure(12))).toBe(12);
    // @ts-expect-error a raw number is not a published figure
    expect(shown(12)).toBeUndefined();
    // @ts-expect-error an object with the same properties is not a published figure
    expect(shown({ value: 12, because: null })).toBe(12);
    // @ts-expect-error a copy of a published figure with another number is not a published figure
    const copy: Published = { value: 13, because: figure(12).because };
    expect(shown(copy)).toBe(13);
    // @ts-expect-error a sum takes published figures only
    expect(shown(sum([figure(12), { value: 1, because: null }]))).toBe(13);
    // @ts-expect-error a withheld figure has no number
    const number: PublishedFigure = withheld('np');
    expect(isFigure(number)).toBe(false);
    // @ts-expect-error the number of members must be published too
    expect(shown(publicFigure(300, 41.5))).toBe(41.5);
    expect(shown(nothing)).toBeNull();
  });

  it('is made only in this folder, which a lint rule enforces', async () => {
    const root = fileURLToPath(new URL('../../../..', import.meta.url));
    const eslint = new ESLint({ cwd: root });
    const code = "import { figure } from '@superscope/domain/publishing/published';\nexport const raw = figure(1);\n";
    const relative = "import { figure } from './published.js';\nexport const raw = figure(1);\n";
    const problems = async (text: string, filePath: string) => {
      const [result] = await eslint.lintText(text, { filePath: `${root}${filePath}` });
      return result!.messages.map(({ message }) => message);
    };
    for (const path of ['apps/api/src/analytics/employer/x.ts', 'apps/api/src/plans/x.ts', 'apps/projector/src/x.ts'])
      expect(await problems(code, path), path).toEqual([
        expect.stringContaining('published by libs/domain/src/publishing'),
      ]);
    expect(
      await problems(
        "import { figure } from '../publishing/published.js';\nexport const raw = figure(1);\n",
        'libs/domain/src/plan/x.ts',
      ),
    ).toHaveLength(1);
    expect(await problems(relative, 'libs/domain/src/publishing/x.ts')).toEqual([]);
    expect(await problems(code, 'apps/api/src/analytics/employer/x.spec.ts')).toEqual([]);
    const types = "import { isFigure } from '@superscope/domain/publishing/published';\nexport const is = isFigure;\n";
    expect(await problems(types, 'apps/api/src/analytics/employer/x.ts')).toEqual([]);
  });
});
