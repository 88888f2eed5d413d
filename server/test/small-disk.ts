import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from './faults.ts';

/** A disk of a few megabytes at a folder, which only one process and its children see. */
export type SmallDisk = {
  /** The command with the disk. The program sees itself as root, and has no more rights than before. */
  asRoot: (command: string[]) => string[];
  /** The same for a program that refuses root, such as PostgreSQL. */
  asOrdinaryUser: (command: string[]) => string[];
  /** Leaves no room on the disk of the process. */
  fill: (pid: number) => void;
  free: (pid: number) => void;
};

/** User and mount namespaces of Linux: no right is needed where the kernel allows them. */
const inNamespaces = ['unshare', '--user', '--map-root-user', '--mount'];
const nobody = 65_534;

/** `owner`: who runs the process, if not the user of the test. Other users are unknown on the disk. */
export function smallDisk(folder: string, megabytes: number, owner: { uid?: number; gid?: number } = {}): SmallDisk {
  mkdirSync(folder, { recursive: true });
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=0700 tmpfs '${folder}' && exec "$@"`;
  const asRoot = (command: string[]) => [...inNamespaces, 'sh', '-c', mount, 'sh', ...command];
  const asUser = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`];
  const ballast = (pid: number) => join(`/proc/${pid}/root`, folder, 'ballast');
  return {
    asRoot,
    asOrdinaryUser: (command) => asRoot([...asUser, ...command]),
    fill: (pid) => {
      const { stderr } = spawnSync('dd', ['if=/dev/zero', `of=${ballast(pid)}`, 'bs=4k'], {
        ...owner,
        encoding: 'utf8',
      });
      if (!stderr.includes('No space left on device')) throw new Error(`the disk is not full: ${stderr}`);
    },
    free: (pid) => execFileSync('rm', [ballast(pid)], owner),
  };
}

/**
 * Some containers allow no namespaces, and other systems than Linux have none. The long form fails there, so that
 * nobody takes its silence for a success.
 */
export function hasSmallDisks(): boolean {
  const isAllowed = mayUnshare();
  if (!isAllowed && faults.isLong) throw new Error('a small disk needs user and mount namespaces of Linux');
  return isAllowed;
}

const mayUnshare = () => spawnSync(inNamespaces[0] ?? '', [...inNamespaces.slice(1), 'true']).status === 0;
