import { describe, expect, it } from 'vitest';
import { differences, type Lockfile, readAudit, type Sbom, withoutDevelopment } from './sbom.ts';
import { textOf } from './tidy/source.ts';

const component = (name: string, version: string, isForDevelopment = false) => ({
  'bom-ref': `${name}@${version}`,
  name,
  version,
  properties: isForDevelopment ? [{ name: 'cdx:npm:package:development', value: 'true' }] : [],
});

const lockfile: Lockfile = {
  packages: {
    '': {},
    server: { version: '0.1.0' },
    'node_modules/@kerb/server': { link: true },
    'node_modules/pg': { version: '8.0.0' },
    'node_modules/pg/node_modules/pg-types': { version: '2.2.0' },
    'node_modules/vitest': { version: '5.0.0', dev: true },
  },
};

const sbom: Sbom = {
  components: [
    component('server', '0.1.0'),
    component('pg', '8.0.0'),
    component('pg-types', '2.2.0'),
    component('vitest', '5.0.0', true),
  ],
  dependencies: [{ ref: 'server@0.1.0', dependsOn: ['pg@8.0.0', 'vitest@5.0.0'] }, { ref: 'vitest@5.0.0' }],
};

describe('the list of components', () => {
  it('leaves out what only development needs', () => {
    const { components, dependencies } = withoutDevelopment(sbom, lockfile);
    expect(components.map(({ name }) => name)).toEqual(['server', 'pg', 'pg-types']);
    expect(dependencies).toEqual([{ ref: 'server@0.1.0', dependsOn: ['pg@8.0.0'] }]);
  });

  it('keeps a package that production needs and npm marks by a folder for development', () => {
    const twice: Sbom = {
      components: [component('pg', '8.0.0'), component('pg-types', '2.2.0', true)],
      dependencies: [{ ref: 'pg@8.0.0', dependsOn: ['pg-types@2.2.0'] }],
    };
    expect(withoutDevelopment(twice, lockfile)).toEqual(twice);
  });

  it('agrees with the lockfile, or names each difference', () => {
    const made = withoutDevelopment(sbom, lockfile);
    expect(differences(made, lockfile)).toEqual({ missing: [], unknown: [] });
    const other = { ...made, components: [component('pg', '8.0.1')] };
    expect(differences(other, lockfile)).toEqual({ missing: ['pg-types@2.2.0', 'pg@8.0.0'], unknown: ['pg@8.0.1'] });
  });
});

describe('the lockfile', () => {
  it('has no package that runs a script when it is installed', () => {
    const { packages }: { packages: Record<string, { hasInstallScript?: boolean }> } = JSON.parse(
      textOf('package-lock.json'),
    );
    expect(Object.keys(packages).filter((name) => packages[name]?.hasInstallScript)).toEqual([]);
  });
});

describe('the answer of npm audit', () => {
  it('counts high and critical vulnerabilities, and knows an answer from none', () => {
    const found = { metadata: { vulnerabilities: { low: 3, high: 1, critical: 2 } } };
    expect(readAudit(JSON.stringify(found))).toEqual({ isAnswered: true, serious: 3 });
    expect(readAudit('{"error":{"summary":"405"}}')).toEqual({ isAnswered: false, serious: 0 });
    expect(readAudit('')).toEqual({ isAnswered: false, serious: 0 });
  });
});

describe('CI', () => {
  it('makes the list of components and keeps it', () => {
    expect(textOf('.ci/run')).toContain('scripts/sbom.ts');
    expect(textOf('.github/workflows/ci.yml')).toContain('path: .cache/sbom.cdx.json');
  });
});
