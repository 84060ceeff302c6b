import { knownSeries, type EngineName } from '@superscope/api/operations/doctor/known-engines';
import { describe, expect, it } from 'vitest';
import { filesUnder, textOf, yamlOf } from './deploy-files.js';

const [compose] = yamlOf<{ services: Record<string, { image: string }> }>('deploy/compose.yaml');
const ofOthers = [...new Set(Object.values(compose!.services).map(({ image }) => image))].filter(
  (image) => !image.startsWith('superscope/'),
);
const stages = [...textOf('deploy/docker/Dockerfile').matchAll(/^FROM (\S+) AS (\S+)$/gm)];
const names = stages.map(([, , name]) => name!);
const bases = stages.map(([, from]) => from!).filter((from) => !names.includes(from));
const isPinned = (image: string) => /@sha256:[0-9a-f]{64}$/.test(image);

describe('images', () => {
  it('that have no digest are named in the deployment’s page, and no others', () => {
    const section = textOf('deploy/README.md').split('## Images that are not pinned\n')[1]!.split('\n## ')[0]!;
    const named = [...section.matchAll(/`([\w./-]+:v?\d[\w.-]*)`/g)].map(([, image]) => image!);
    expect(named.toSorted()).toEqual([...ofOthers, ...bases].filter((image) => !isPinned(image)).toSorted());
  });

  it.each<[EngineName, RegExp]>([
    ['Event store', /^eventstore\/eventstore:|^\S+\/kurrentdb:/],
    ['MongoDB', /^mongo:/],
    ['ClickHouse', /^clickhouse\/clickhouse-server:/],
    ['Kafka', /^apache\/kafka:/],
  ])('of the engine %s are of a release that is known to work', (name, form) => {
    const images = ofOthers.filter((image) => form.test(image));
    expect(images).toHaveLength(1);
    const version = images[0]!.replace(form, '');
    expect(knownSeries(name).some((series) => version.startsWith(`${series}.`))).toBe(true);
  });

  it('of engines are not in the manifests, which name engines by address', () => {
    for (const file of filesUnder('deploy/kubernetes', /\.yaml$/))
      for (const [, image] of textOf(file).matchAll(/^\s*image: (\S+)$/gm))
        expect(image, file).toMatch(/^superscope\//);
  });
});
