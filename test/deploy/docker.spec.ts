import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { behindProxy } from '@superscope/api/platform/http/drain';
import { sensibleHeaders } from '@superscope/api/platform/http/sensible-headers';
import dockerfileUtils from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { filesUnder, repository, textOf } from './deploy-files.js';

const dockerfile = textOf('deploy/docker/Dockerfile');
/** Instructions with continued lines joined, without comments. */
const instructions = dockerfile
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line.trim() !== '');

/** Each stage by name: its base, and its instructions. */
const stages = new Map<string, { from: string; lines: string[] }>();
for (const line of instructions) {
  const from = /^FROM (\S+) AS (\S+)$/.exec(line);
  if (from) stages.set(from[2]!, { from: from[1]!, lines: [] });
  else [...stages.values()].at(-1)!.lines.push(line);
}

/** All instructions of an image, those of its base stages first. */
function linesOf(name: string): string[] {
  const stage = stages.get(name);
  return stage === undefined ? [] : [...linesOf(stage.from), ...stage.lines];
}

const images = ['api', 'projector', 'renderer', 'web'];

describe('the images', () => {
  it('are built from a valid Dockerfile', () => {
    const problems = dockerfileUtils.validate(dockerfile);
    expect(problems.map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  });

  it('start from base images of an exact version', () => {
    const outside = [...stages.values()].map(({ from }) => from).filter((from) => !stages.has(from));
    expect(outside.length).toBeGreaterThan(0);
    for (const from of outside) expect(from).toMatch(/^[\w./-]+:\d+\.\d+\.\d+(-[-\w.]+)?(@sha256:[0-9a-f]{64})?$/);
  });

  it.each(images)('%s: runs as an unprivileged user, and has a health check', (image) => {
    const lines = linesOf(image);
    expect(lines.findLast((line) => line.startsWith('USER '))).toBe('USER 1000:1000');
    expect(lines.filter((line) => line.startsWith('HEALTHCHECK '))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/^CMD \["/);
  });

  it.each(images)('%s: contains neither sources nor build tools', (image) => {
    const lines = linesOf(image);
    expect(lines.filter((line) => line.startsWith('RUN ') && /\b(npm|tsc|apt|apk)\b/.test(line))).toEqual([]);
    const copied = lines.filter((line) => line.startsWith('COPY '));
    for (const line of copied) expect(line).toMatch(/^COPY (--from=\S+ |deploy\/)/);
    for (const line of copied.filter((l) => l.includes('--from=build'))) expect(line).toMatch(/\/dist /);
    for (const module of ['api', 'projector', 'renderer'])
      expect(linesOf(`${module}-modules`).join()).toContain('--omit=dev');
  });

  it('are built only from this folder, with the locked packages, and contain no secret', () => {
    for (const line of instructions) {
      expect(line).not.toMatch(/^ADD |https?:\/\/(?!127\.0\.0\.1)|\bcurl\b|latest/);
      expect(line).not.toMatch(/^(ENV|ARG) .*(PASSWORD|SECRET|TOKEN|KEY)/);
      expect(line).not.toMatch(/npm (i|install)\b/);
    }
  });

  it('send only the necessary files to the builder', () => {
    const [first, ...rules] = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(first).toBe('*');
    const sent = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
    expect(sent.some((path) => 'deploy/secrets'.startsWith(path))).toBe(false);
    const local = instructions.filter((line) => line.startsWith('COPY ') && !line.includes('--from='));
    const sources = local.flatMap((line) => line.split(' ').slice(1, -1));
    for (const source of sources) {
      expect(existsSync(join(repository, source)), source).toBe(true);
      expect(
        sent.some((path) => source === path || source.startsWith(`${path}/`)),
        source,
      ).toBe(true);
    }
  });

  it('start existing modules', () => {
    const texts = [
      dockerfile,
      textOf('deploy/compose.yaml'),
      ...filesUnder('deploy/kubernetes', /\.yaml$/).map(textOf),
    ];
    const modules = new Set(texts.join('\n').match(/apps\/[\w./-]+\.js\b/g));
    expect(modules.size).toBe(6);
    for (const module of modules) {
      const source = module.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
      expect(existsSync(join(repository, source)), source).toBe(true);
    }
  });
});

describe('the proxy', () => {
  const caddyfile = textOf('deploy/caddy/Caddyfile');

  it('sends the api’s headers with the web client', () => {
    const sent = sensibleHeaders(false);
    expect(Object.keys(sent).length).toBeGreaterThan(3);
    for (const [name, value] of Object.entries(sent))
      expect(caddyfile).toMatch(new RegExp(`^\\s*${name} "?${escaped(value)}"?$`, 'm'));
  });

  it('sends them with its own answers: paths that it does not forward, and errors', () => {
    const own = caddyfile.slice(caddyfile.indexOf('(sensible)'));
    expect(own).toMatch(/handle \/metrics\* \{[^}]*import sensible/);
    expect(own).toMatch(/handle_errors \{[^}]*import sensible/);
    expect(own.match(/import sensible/g)).toHaveLength(3);
  });

  it('sends Strict-Transport-Security to browsers over TLS only', () => {
    expect(caddyfile).toMatch(/@tls protocol https\s+header @tls Strict-Transport-Security max-age=31536000/);
  });

  it('outlasts the replacement of apis: tries longer than it knows addresses of old ones, and closes kept connections before they do', () => {
    const seconds = (setting: string) => Number(new RegExp(`^\\s*${setting} (\\d+)s$`, 'm').exec(caddyfile)![1]);
    expect(seconds('lb_try_duration')).toBeGreaterThan(seconds('refresh') + seconds('dial_timeout'));
    expect(seconds('keepalive') * 1_000).toBeLessThan(behindProxy.idleMs);
    const [api] = textOf('deploy/compose.yaml').split('\n  api:\n')[1]!.split('\n  projector:\n');
    const grace = /stop_grace_period: (\d+)s/.exec(api!)![1];
    expect(Number(grace) * 1_000).toBeGreaterThan(behindProxy.mostMs);
  });

  it('does not expose metrics, and does not buffer event streams', () => {
    expect(caddyfile).toMatch(/handle \/metrics\* \{\s*respond 404/);
    expect(caddyfile).toMatch(/flush_interval -1/);
    const changes = /handle \/api\/changes\* \{([^}]*)\}/.exec(caddyfile)![1]!;
    expect(changes.trim()).toBe('import api');
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
