import { join } from 'node:path';
import ts from 'typescript';
import { repository } from './deploy-files.js';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
}

interface Model {
  validate(): void;
}

/** The module of `kubernetes-models` for a manifest's version. */
const moduleOf = ({ apiVersion }: Manifest) => `kubernetes-models/${apiVersion}`;

/** The validation errors of a manifest's values by Kubernetes' own schema; empty when it is valid. */
export async function problemsOf(manifest: Manifest): Promise<string> {
  const models = (await import(moduleOf(manifest))) as Record<string, new (data: unknown) => Model>;
  const Model = models[manifest.kind];
  if (Model === undefined) return `${manifest.apiVersion} has no ${manifest.kind}`;
  try {
    new Model(manifest).validate();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * The compiler's errors for manifests written as typed literals. This finds unknown fields, which the schema allows and Kubernetes
 * silently drops.
 */
export function unknownFieldsOf(manifests: readonly Manifest[]): string[] {
  const lines = manifests.flatMap((manifest, i) => [
    `import type { I${manifest.kind} as T${i} } from '${moduleOf(manifest)}';`,
    `export const m${i}: T${i} = ${JSON.stringify(manifest)};`,
  ]);
  const file = join(repository, 'test/deploy/manifests-in-memory.ts');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, lines.join('\n'), ts.ScriptTarget.ES2023) : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
