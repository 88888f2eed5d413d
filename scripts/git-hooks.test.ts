import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { inRoot } from './command.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A hook that runs this test sets GIT_DIR and similar variables, which would point git at our own repository. */
const plainEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(GIT_|CI$)/.test(name)));

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: folder, env: plainEnv, encoding: 'utf8', stdio: 'pipe' }).trim();

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-hooks-'));
  folders.push(folder);
  return folder;
}

function newClone(): string {
  const folder = emptyFolder();
  git(folder, 'init', '-q');
  git(folder, 'config', 'user.name', 'Test');
  git(folder, 'config', 'user.email', 'test@example.com');
  return folder;
}

function useHooks(folder: string, env: NodeJS.ProcessEnv = {}): void {
  const script = `import(${JSON.stringify(inRoot('scripts/git-hooks.mjs'))}).then((m) => m.useHooks(process.cwd()))`;
  execFileSync(process.execPath, ['-e', script], { cwd: folder, env: { ...plainEnv, ...env }, stdio: 'pipe' });
}

const hooksPathOf = (folder: string) => git(folder, 'config', '--default', 'none', 'core.hooksPath');

describe('setup', () => {
  it('switches the hooks on in a clone', () => {
    const clone = newClone();
    useHooks(clone);
    expect(hooksPathOf(clone)).toBe('scripts/hooks');
    expect(existsSync(inRoot('scripts/hooks/pre-commit'))).toBe(true);
  });

  it('keeps a hooks path that the developer chose', () => {
    const clone = newClone();
    git(clone, 'config', 'core.hooksPath', 'my-hooks');
    useHooks(clone);
    expect(hooksPathOf(clone)).toBe('my-hooks');
  });

  it('does nothing in CI, in a linked worktree and outside a clone', () => {
    const clone = newClone();
    git(clone, 'commit', '-q', '--allow-empty', '-m', 'first');
    git(clone, 'worktree', 'add', '-q', 'linked');
    useHooks(clone, { CI: 'true' });
    useHooks(join(clone, 'linked'));
    useHooks(emptyFolder());
    expect(hooksPathOf(clone)).toBe('none');
  });
});

describe('the pre-commit hook', () => {
  /** A clone with one staged file, our hook, the real linter, and a fake compiler with the given exit code. */
  function projectWith({ text, compilerExit }: { text: string; compilerExit: number }): string {
    const clone = newClone();
    const programs = join(clone, 'node_modules', '.bin');
    mkdirSync(programs, { recursive: true });
    cpSync(inRoot('scripts/hooks'), join(clone, 'scripts/hooks'), { recursive: true });
    symlinkSync(inRoot('node_modules/.bin/biome'), join(programs, 'biome'));
    writeFileSync(join(programs, 'tsc'), `#!/bin/sh\n[ "$*" = -b ] && exit ${compilerExit}\n`, { mode: 0o755 });
    writeFileSync(join(clone, 'biome.json'), '{ "vcs": { "enabled": true, "clientKind": "git" } }\n');
    writeFileSync(join(clone, 'one.ts'), text);
    git(clone, 'config', 'core.hooksPath', 'scripts/hooks');
    git(clone, 'add', 'one.ts');
    return clone;
  }

  const clean = 'export const one = 1;\n';

  it.each([
    ['a lint error', { text: 'export const one: any = 1;\n', compilerExit: 0 }],
    ['a wrong type', { text: clean, compilerExit: 2 }],
  ])('refuses a commit with %s, and --no-verify skips it', (_, project) => {
    const clone = projectWith(project);
    expect(() => git(clone, 'commit', '-m', 'one: add')).toThrow();
    git(clone, 'commit', '--no-verify', '-m', 'one: add');
    expect(git(clone, 'log', '--format=%s')).toBe('one: add');
  });

  it('accepts a clean commit, and a commit without code', () => {
    const clone = projectWith({ text: clean, compilerExit: 0 });
    git(clone, 'commit', '-m', 'one: add');
    writeFileSync(join(clone, 'notes.txt'), 'plain text\n');
    git(clone, 'add', 'notes.txt');
    git(clone, 'commit', '-m', 'notes: add');
    expect(git(clone, 'log', '--format=%s').split('\n')).toHaveLength(2);
  });

  it('accepts a commit if no packages are installed', () => {
    const clone = projectWith({ text: 'export const one: any = 1;\n', compilerExit: 2 });
    rmSync(join(clone, 'node_modules'), { recursive: true });
    git(clone, 'commit', '-m', 'one: add');
    expect(git(clone, 'log', '--format=%s')).toBe('one: add');
  });
});

describe('the commit-msg hook', () => {
  const commit = (...message: string[]) => {
    const clone = newClone();
    cpSync(inRoot('scripts/hooks/commit-msg'), join(clone, 'hooks/commit-msg'));
    git(clone, 'config', 'core.hooksPath', 'hooks');
    git(clone, 'commit', '--allow-empty', ...message.flatMap((words) => ['-m', words]));
    return git(clone, 'log', '--format=%s');
  };

  it.each([
    ['no area', 'Add a page'],
    ['an empty area', ': add a page'],
    ['no words', 'pages:'],
    ['a capital letter', 'Pages: add one'],
    ['73 characters', `pages: ${'a'.repeat(66)}`],
  ])('refuses a subject with %s', (_, subject) => {
    expect(() => commit(subject)).toThrow("write 'area: what changed' in at most 72 characters");
  });

  it.each([
    ['72 characters', `pages: ${'a'.repeat(65)}`],
    ['a hyphen', 'web-forms: add one'],
    ['the words of git', 'Revert "pages: add one"'],
  ])('accepts a subject with %s', (_, subject) => {
    expect(commit(subject, 'A body may have longer lines than its subject, and no area. '.repeat(3))).toBe(subject);
  });
});
