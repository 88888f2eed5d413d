// Runs on the Node that starts npm (20 or newer), before anything is installed: plain JavaScript, no packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { useHooks } from './git-hooks.mjs';
import { missingSamplePackages } from './sample-python.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(root, ...parts);
const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/**
 * Compares what npm recorded as installed with the lockfile. So `npm install` counts too, and file dates do not matter.
 */
function isInstalled() {
  const record = at('node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = packagesOf(record);
  const wanted = packagesOf(at('package-lock.json'));
  const same = (name) =>
    name in wanted &&
    installed[name].version === wanted[name]?.version &&
    installed[name].integrity === wanted[name]?.integrity;
  const mayBeAbsent = (name) => name === '' || wanted[name].optional;
  return (
    Object.keys(installed).every(same) && Object.keys(wanted).every((name) => installed[name] || mayBeAbsent(name))
  );
}

// npm must not run on the node_modules/.bin/node that it is about to delete.
const machinePath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((entry) => !entry.includes('node_modules'))
  .join(delimiter);

/** A package that has a daemon must not start it: tests start their own. */
const startNothing = { RUNLEVEL: '1' };

function runQuietly(command, args) {
  const env = { ...process.env, PATH: machinePath, DEBIAN_FRONTEND: 'noninteractive', ...startNothing };
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 28,
    shell: process.platform === 'win32',
  });
  if (status === 0) return true;
  console.error(
    [`setup: ${command} ${args.join(' ')} failed.`, error?.message, stdout, stderr].filter(Boolean).join('\n'),
  );
  return false;
}

function installPackages() {
  console.log('setup: installing packages (npm ci)');
  // Development packages build the web, and optional ones contain Node itself. NODE_ENV=production must not drop them.
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!runQuietly('npm', ['ci', ...options])) process.exit(1);
}

function checkNode() {
  const isRecent = Number(process.versions.node.split('.')[0]) >= 26;
  if (existsSync(at('node_modules', '.bin', 'node')) || isRecent) return;
  const platform = `${process.platform}-${process.arch}`;
  console.error(`setup: npm has no Node 26 for ${platform}; install Node 26 or newer and run this again.`);
  process.exit(1);
}

/** Playwright's own download, in the folder of `npx playwright install`. */
function hasPlaywrightChromium() {
  const caches = {
    darwin: join(homedir(), 'Library', 'Caches'),
    win32: process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'),
  };
  const cache = caches[process.platform] ?? join(homedir(), '.cache');
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(cache, 'ms-playwright');
  const list = JSON.parse(readFileSync(at('node_modules', 'playwright-core', 'browsers.json'), 'utf8')).browsers;
  const { revision } = list.find((browser) => browser.name === 'chromium');
  return existsSync(join(folder, `chromium-${revision}`));
}

const isDebian = () => existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
const mayInstall = () => isDebian() && process.getuid?.() === 0;

function installFromDebian(...names) {
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  return runQuietly('apt-get', ['update', ...wait]) && runQuietly('apt-get', ['install', '-y', ...wait, ...names]);
}

function installBrowser() {
  const browser = 'chromium-headless-shell';
  if (existsSync(`/usr/bin/${browser}`) || hasPlaywrightChromium()) return;
  console.log('setup: installing Chromium for the browser journeys');
  const done = mayInstall() ? installFromDebian(browser) : runQuietly('npx', ['playwright', 'install', 'chromium']);
  // Every other step can still run. The journeys will fail with their own message.
  if (!done) console.error('setup: no Chromium, so the browser journeys cannot run.');
}

const hasPoppler = () => ['pdftotext', 'pdfinfo'].every((name) => !spawnSync(name, ['-v'], { stdio: 'ignore' }).error);

/** The tests read PDFs with `pdftotext` and `pdfinfo`. */
function installPoppler() {
  if (hasPoppler()) return;
  console.log('setup: installing Poppler, which reads PDFs in tests');
  const done = mayInstall() && installFromDebian('poppler-utils') && hasPoppler();
  // Every other test can still run. The tests of PDFs will fail with the same sentence.
  if (!done) console.error("setup: no Poppler. Install Debian's package poppler-utils, or Homebrew's poppler.");
}

/** What the samples of the developer page run with. */
function installSamplePrograms() {
  const missing = missingSamplePackages();
  if (missing.length === 0) return;
  console.log(`setup: installing ${missing.join(', ')} for the samples of the developer page`);
  const done = mayInstall() && installFromDebian('--no-install-recommends', ...missing);
  // Every other test can still run. The tests of the samples will fail with their own message.
  if (!done) console.error(`setup: install ${missing.join(', ')}, or the samples cannot run.`);
}

/** What the tests of faults put around the server, by the path of their programs. */
const services = {
  pgbouncer: '/usr/sbin/pgbouncer',
  nginx: '/usr/sbin/nginx',
  faketime: '/usr/bin/faketime',
};

function installServices() {
  const missing = Object.keys(services).filter((name) => !existsSync(services[name]));
  if (missing.length === 0) return;
  console.log(`setup: installing ${missing.join(', ')} for the tests of faults`);
  const done = mayInstall() && installFromDebian('--no-install-recommends', ...missing);
  // Every other test can still run. The tests of faults will fail with their own message.
  if (!done) console.error(`setup: install ${missing.join(', ')}, or the tests of faults cannot run.`);
}

if (!isInstalled()) installPackages();
checkNode();
useHooks(root);
if (process.argv.includes('--browser')) installBrowser();
if (process.argv.includes('--poppler')) installPoppler();
if (process.argv.includes('--samples')) installSamplePrograms();
if (process.argv.includes('--services')) installServices();
