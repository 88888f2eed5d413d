import { spawnSync } from 'node:child_process';

/** Debian installs `python3-requests` for its own Python, which another Python can precede on the path. */
const candidates = ['python3', '/usr/bin/python3'];

const canRun = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** The Python that runs the samples of the developer page: the first one that has `requests`. */
export const samplePython = () => candidates.find((python) => canRun(python, '-c', 'import requests'));

/** Debian's packages of the programs that the samples need and that are missing. */
export function missingSamplePackages() {
  const curl = canRun('curl', '--version') ? [] : ['curl'];
  return samplePython() ? curl : [...curl, 'python3', 'python3-requests'];
}
