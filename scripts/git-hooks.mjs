// Part of setup.mjs: plain JavaScript for Node 20, without packages.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

const hooks = 'scripts/hooks';

const git = (root, ...args) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** A linked worktree has a file here instead of a folder. It shares the configuration of its clone. */
const isClone = (root) => statSync(join(root, '.git'), { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Keeps a hooksPath that the developer chose. Without git it does nothing and does not fail. */
export function useHooks(root) {
  if (process.env.CI || !isClone(root)) return;
  const { status } = git(root, 'config', 'core.hooksPath');
  const isUnset = status === 1;
  if (isUnset) git(root, 'config', 'core.hooksPath', hooks);
}
