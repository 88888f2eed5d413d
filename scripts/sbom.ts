import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { inRoot } from './command.ts';
import { npm } from './npm-command.ts';
import { textOf } from './tidy/source.ts';

type Component = { 'bom-ref': string; name: string; version: string; properties?: { name: string; value: string }[] };
export type Sbom = {
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
} & Record<string, unknown>;

type Locked = { version?: string; dev?: boolean; link?: boolean };
export type Lockfile = { packages: Record<string, Locked> };

const development = 'cdx:npm:package:development';
const inPackages = 'node_modules/';

/** The packages, as `name@version`, that the lockfile installs in production. */
function installed({ packages }: Lockfile): Set<string> {
  const inProduction = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes(inPackages) && !dev && !link,
  );
  return new Set(
    inProduction.map(
      ([path, { version }]) => `${path.slice(path.lastIndexOf(inPackages) + inPackages.length)}@${version}`,
    ),
  );
}

/**
 * What a deployment runs. npm's own `--omit dev` leaves out packages of the workspaces too, so the packages for
 * development are removed here. npm names a package once, even if it is installed in several folders, and marks it by
 * the first of them. The lockfile decides whether production needs it too.
 */
export function withoutDevelopment(sbom: Sbom, lockfile: Lockfile): Sbom {
  const needed = installed(lockfile);
  const isForDevelopment = ({ name, version, properties = [] }: Component): boolean =>
    properties.some((property) => property.name === development) && !needed.has(`${name}@${version}`);
  const components = sbom.components.filter((component) => !isForDevelopment(component));
  const removed = new Set(sbom.components.filter(isForDevelopment).map((component) => component['bom-ref']));
  const isKept = (ref: string) => !removed.has(ref);
  const dependencies = sbom.dependencies
    .filter(({ ref }) => isKept(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isKept) }));
  return { ...sbom, components, dependencies };
}

/** The packages that the lockfile installs in production and the SBOM does not name, and the other way round. */
export function differences({ components }: Sbom, lockfile: Lockfile): { missing: string[]; unknown: string[] } {
  const locked = installed(lockfile);
  const workspaces = new Set(
    Object.keys(lockfile.packages).filter((path) => path !== '' && !path.includes(inPackages)),
  );
  const named = new Set(
    components.filter(({ name }) => !workspaces.has(name)).map(({ name, version }) => `${name}@${version}`),
  );
  return { missing: [...locked.difference(named)].sort(), unknown: [...named.difference(locked)].sort() };
}

type Audit = { error?: { summary?: string }; metadata?: { vulnerabilities?: Record<string, number> } };
export type AuditVerdict = { isAnswered: boolean; serious: number };

/** The registry's answer about known vulnerabilities. High and critical ones are serious. */
export function readAudit(json: string): AuditVerdict {
  const audit: Audit = JSON.parse(json || '{}');
  const found = audit.metadata?.vulnerabilities;
  return { isAnswered: found !== undefined, serious: (found?.high ?? 0) + (found?.critical ?? 0) };
}

async function writeSbom(into: string): Promise<number> {
  const all: Sbom = JSON.parse(await npm(['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']));
  const lockfile: Lockfile = JSON.parse(textOf('package-lock.json'));
  const sbom = withoutDevelopment(all, lockfile);
  const { missing, unknown } = differences(sbom, lockfile);
  mkdirSync(dirname(inRoot(into)), { recursive: true });
  writeFileSync(inRoot(into), `${JSON.stringify(sbom, null, 2)}\n`);
  console.log(`${into} names ${sbom.components.length} components`);
  if (missing.length > 0) console.error(`The SBOM lacks ${missing.join(', ')}`);
  if (unknown.length > 0) console.error(`The lockfile lacks ${unknown.join(', ')}`);
  return missing.length + unknown.length;
}

/** A machine without the registry cannot ask. The public CI can, so there it must. */
async function askForVulnerabilities(): Promise<number> {
  const answer = await npm(['audit', '--omit', 'dev', '--json'], {}, { mayFail: true });
  const { isAnswered, serious } = readAudit(answer);
  if (isAnswered) console.log(`npm audit: ${serious} packages with high or critical vulnerabilities`);
  else console.warn('npm audit: the registry does not answer, so known vulnerabilities were not checked');
  return isAnswered || process.env.GITHUB_ACTIONS !== 'true' ? serious : 1;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { into: { type: 'string' } } });
  // An image is built without asking the registry: CI has asked before.
  const mistakes = values.into
    ? await writeSbom(values.into)
    : (await writeSbom('.cache/sbom.cdx.json')) + (await askForVulnerabilities());
  process.exitCode = mistakes === 0 ? 0 : 1;
}
