import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inRoot, programOf } from '../../scripts/command.ts';
import { npm } from '../../scripts/npm-command.ts';
import { runProgram } from './run-program.ts';

const folder = inRoot('.cache/sdk-package');
const manifest: Record<string, unknown> = JSON.parse(readFileSync(inRoot('sdk/package.json'), 'utf8'));
const modules = ['call', 'client', 'kerb', 'lost-saves', 'paging', 'problem', 'retries', 'token', 'webhooks'];
const generated = ['generated/operations', 'generated/types'];

const settings = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, module: 'nodenext', target: 'es2022', types: [] },
    lib: ['es2023', 'dom', 'dom.iterable'],
  },
  files: ['program.ts'],
};

const consumer = `import { createClient, each, beginning, KerbProblem, type Campaign } from '@kerb/sdk';
const kerb = createClient({ baseUrl: 'https://kerb.example', clientId: 'c', clientSecret: 's' });
export async function names(): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of each(kerb.campaigns.list, { updatedSince: beginning })) found.push(name ?? '');
  return found;
}
export const read = (id: number): Promise<Campaign> => kerb.campaigns.get({ id });
export const isGone = (error: unknown): boolean => error instanceof KerbProblem && error.code === 'not-found';
// @ts-expect-error: a campaign has a number
void kerb.campaigns.get({ id: 'seven' });
`;

describe('the published package', () => {
  let files: string[];
  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'node_modules/@kerb'), { recursive: true });
    const printed = await npm(['pack', '--workspace', 'sdk', '--json', '--silent', '--pack-destination', folder]);
    const packed: { files: { path: string }[] }[] = JSON.parse(printed);
    files = (packed[0]?.files ?? []).map(({ path }) => path).toSorted();
    const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    execFileSync('tar', ['-xzf', archive], { cwd: folder });
    execFileSync('mv', ['package', 'node_modules/@kerb/sdk'], { cwd: folder });
  });

  it('has the compiled code, its types, the licence and the page about it, and nothing else', () => {
    const compiled = [...modules, ...generated].flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]);
    expect(files).toEqual([...compiled, 'LICENSE', 'README.md', 'package.json'].toSorted());
    expect(readFileSync(inRoot('sdk/LICENSE'), 'utf8')).toBe(readFileSync(inRoot('LICENSE'), 'utf8'));
  });

  it('depends on no other package, and runs no script where it is installed', () => {
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('peerDependencies');
    expect(Object.keys(manifest.scripts as object)).toEqual(['prepack']);
  });

  it('is used by a program in JavaScript', async () => {
    const script = join(folder, 'program.mjs');
    writeFileSync(script, "import * as kerb from '@kerb/sdk'; console.log(Object.keys(kerb).sort().join());\n");
    expect((await runProgram(script)).trim()).toBe(
      'KerbProblem,KerbTokenError,WebhookError,beginning,createClient,each,etagOf,pages,verifyWebhook',
    );
  });

  it('is used by a program in TypeScript 5, in strict mode and with its types checked too', async () => {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
    writeFileSync(join(folder, 'program.ts'), consumer);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const compiler = programOf('sdk', 'typescript', 'bin/tsc');
    expect(await runProgram(compiler, ['-p', '.'], { cwd: folder })).toBe('');
  });
});
