import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { largestFileBytes } from '@kerb/domain/documents/documents.contract.ts';
import { variables } from '@kerb/server/platform/config/variables.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { connectionLimits } from '@kerb/server/platform/http/time-limits.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { inRoot } from './command.ts';

type Env = Record<string, string>;
type Tree = Record<string, unknown>;

const read = (name: string) => readFileSync(inRoot('deploy', name), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'kerb-deploy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Variables of Node, which Kerb does not read itself. */
const foreign = new Set(['NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS']);

function isKnown(name: string): boolean {
  if (foreign.has(name) || name in variables) return true;
  return name.endsWith('_FILE') && variables[name.slice(0, -'_FILE'.length)]?.fromFile === true;
}

const key = Buffer.alloc(32, 7).toString('base64');
/** The content of the secret files, by name. PostgreSQL is reached by its socket, or with TLS. */
const secrets: Env = {
  'database-url': 'postgresql://kerb_app:secret@/kerb?host=/run/postgresql',
  'database-owner-url': 'postgresql://kerb_owner:secret@db.example/kerb?sslmode=verify-full',
  'secret-key': key,
  'personal-data-keys': `first:${key}`,
  'objects-key-id': 'kerb',
  'objects-secret-key': 'secret',
};

/** Reads the environment as the server does, with files in the places that it names. */
function configOf(env: Env) {
  const withFiles = Object.entries(env).map(([name, value]) => {
    if (!name.endsWith('_FILE')) return [name, value];
    const file = value.split('/').at(-1) ?? '';
    const path = join(folder, file);
    writeFileSync(path, secrets[file] ?? '');
    return [name, path];
  });
  return readConfig(Object.fromEntries(withFiles));
}

function expectProduction(env: Env): void {
  expect(Object.keys(env).filter((name) => !isKnown(name))).toEqual([]);
  const { sandbox, databaseUrl, secretKeys } = configOf(env);
  expect([sandbox, databaseUrl, secretKeys]).toEqual([false, secrets['database-url'], [key]]);
}

/** Longest time that a server needs after SIGTERM. */
const stopSeconds = (env: Env) => Number(env.DRAIN_SECONDS ?? variables.DRAIN_SECONDS?.default.production) + 15;

type Check = (pid: number) => { program: string; args: string[]; path?: string };
const checkOfContainer: Check = (pid) => ({
  program: process.execPath,
  args: ['server/src/ask-health.ts', '--stop', String(pid)],
});

/** Runs a health check against a server that answers with a status, or that does not listen. */
async function askHealth(status: number | null, checkOf = checkOfContainer) {
  const server = createServer((_request, response) => response.writeHead(status ?? 500).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  if (status === null) await once(server.close(), 'close');
  const watched = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const ended = once(watched, 'exit');
  const { program, args, path = '' } = checkOf(watched.pid ?? 0);
  const env = { ...process.env, PORT: String(port), PATH: `${path}:${process.env.PATH}` };
  const check = spawn(program, args, { cwd: inRoot(), env });
  await once(check, 'exit');
  server.close();
  // Otherwise it still runs, and only this test ends it.
  if (status !== 503) watched.kill('SIGKILL');
  await ended;
  return { code: check.exitCode, isStopped: watched.signalCode === 'SIGTERM' };
}

describe('deploy/compose.yaml', () => {
  type Service = { image?: string; environment: Env; secrets?: string[]; stop_grace_period: string } & Tree;
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, Service>;
    secrets: Record<string, { file: string }>;
    volumes: Tree;
  };
  const servers = Object.entries(compose.services).filter(([, { image }]) => image === 'kerb:latest');

  it('has three servers, the migration, PostgreSQL and nginx', () => {
    const names = ['kerb-1', 'kerb-2', 'kerb-3', 'migrate', 'nginx', 'postgres'];
    expect(Object.keys(compose.services).toSorted()).toEqual(names);
  });

  it.each(servers)('gives %s an environment with which it starts', (_name, { environment }) => {
    expectProduction(environment);
  });

  it.each(servers)('runs %s without rights, and lets it finish', (_name, service) => {
    expect(service).toMatchObject({ read_only: true, user: '10001:10001', cap_drop: ['ALL'] });
    expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(stopSeconds(service.environment));
    const files = Object.entries(service.environment).filter(([name]) => name.endsWith('_FILE'));
    for (const [, path] of files) expect(service.secrets).toContain(path.replace('/run/secrets/', ''));
    for (const name of service.secrets ?? []) expect(Object.keys(compose.secrets)).toContain(name);
  });

  it('asks for the health of each server, and stops an unhealthy one so that it is restarted', async () => {
    const checks = servers.map(([name, { healthcheck }]) => [name, (healthcheck as { test?: string[] }).test]);
    const ask = ['CMD', 'node', 'server/src/ask-health.ts', '--stop', '1'];
    const each = ['kerb-1', 'kerb-2', 'kerb-3'].map((name) => [name, ask]);
    expect(checks.toSorted()).toEqual([...each, ['migrate', undefined]]);
    expect(await askHealth(200)).toEqual({ code: 0, isStopped: false });
    expect(await askHealth(503)).toEqual({ code: 1, isStopped: true });
    // Not yet listening.
    expect(await askHealth(null)).toEqual({ code: 1, isStopped: false });
  });

  it('has a command that makes its nginx.conf from the example', () => {
    const command = /^#\s+(sed .*)$/m.exec(read('compose.yaml'))?.[1] ?? '';
    const { stdout } = spawnSync('sh', ['-c', command], { cwd: inRoot(), encoding: 'utf8' });
    expect(stdout.match(/server \S+:\d+/g)).toEqual(['server kerb-1:3000', 'server kerb-2:3000', 'server kerb-3:3000']);
    expect(stdout).toContain('access_log /dev/stdout kerb;');
    expect(stdout).not.toContain('127.0.0.1');
    // A log in memory would grow without an end.
    expect(compose.services.nginx?.tmpfs).not.toContain('/var/log/nginx');
  });

  it('creates the roles as the handbook does', () => {
    const statements = read('roles.sql').replaceAll(/^--.*\n/gm, '');
    expect(readFileSync(inRoot('docs', 'operations.md'), 'utf8')).toContain(`\`\`\`sql\n${statements}\`\`\``);
  });

  it('starts all servers with an S3 server, if compose.objects.yaml is added', () => {
    const overlay = parse(read('compose.objects.yaml'), { merge: true }) as typeof compose;
    expect(Object.keys(overlay.services).toSorted()).toEqual(['kerb-1', 'kerb-2', 'kerb-3', 'objects']);
    for (const name of ['kerb-1', 'kerb-2', 'kerb-3']) {
      const env = { ...compose.services[name]?.environment, ...overlay.services[name]?.environment };
      expectProduction(env);
      expect(configOf(env)).toMatchObject({ bucket: { name: 'kerb' } });
      for (const secret of overlay.services[name]?.secrets ?? []) expect(overlay.secrets).toHaveProperty(secret);
    }
  });

  it('restarts every server, and only the migration ends', () => {
    const restarts = Object.entries(compose.services).map(([name, { restart }]) => [name, restart]);
    expect(restarts.filter(([name]) => name !== 'migrate').every(([, restart]) => restart === 'always')).toBe(true);
    expect(compose.services.migrate?.environment.DATABASE_OWNER_URL_FILE).toBeDefined();
    expect(compose.services['kerb-1']?.environment.DATABASE_OWNER_URL_FILE).toBeUndefined();
  });
});

type Container = { command?: string[]; env?: { name: string; value: string }[]; securityContext: Tree } & Record<
  string,
  unknown
>;
type Pod = { containers: Container[]; securityContext: Tree; terminationGracePeriodSeconds?: number };
type Manifest = {
  kind: string;
  metadata: { name: string };
  data: Env;
  spec: { template: { metadata: { labels: Tree }; spec: Pod }; selector: { matchLabels: Tree } } & Tree;
};

describe('deploy/kubernetes', () => {
  const manifests = readdirSync(inRoot('deploy', 'kubernetes')).flatMap((name) =>
    parseAllDocuments(read(`kubernetes/${name}`)).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as Manifest;
    }),
  );
  const ofKind = (kind: string): Manifest => {
    const found = manifests.find((each) => each.kind === kind);
    if (!found) throw new Error(`no ${kind}`);
    return found;
  };
  const { data } = ofKind('ConfigMap');
  const deployment = ofKind('Deployment').spec;
  const job = ofKind('Job').spec;

  it('has what a deployment needs', () => {
    const kinds = ['ConfigMap', 'Deployment', 'Job', 'NetworkPolicy', 'PersistentVolumeClaim', 'PodDisruptionBudget'];
    expect(manifests.map(({ kind }) => kind).toSorted()).toEqual([...kinds, 'Service']);
  });

  it('gives the servers and the migration an environment with which they start', () => {
    expectProduction(data);
    const own = job.template.spec.containers[0]?.env ?? [];
    expectProduction({ ...data, ...Object.fromEntries(own.map(({ name, value }) => [name, value])) });
  });

  it.each([deployment, job])('runs without rights, and with secrets from files', ({ template }) => {
    expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
    for (const { securityContext, volumeMounts } of template.spec.containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(volumeMounts).toContainEqual({ name: 'secrets', mountPath: '/secrets', readOnly: true });
    }
  });

  it('asks the right addresses, and waits long enough for a stop', () => {
    const [container] = deployment.template.spec.containers;
    expect(container).toMatchObject({
      startupProbe: { httpGet: { path: '/health', port: 'http' } },
      livenessProbe: { httpGet: { path: '/health', port: 'http' } },
      readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
    });
    expect(deployment.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(stopSeconds(data));
    const { periodSeconds, failureThreshold } = (container?.readinessProbe ?? {}) as Record<string, number>;
    expect(Number(periodSeconds) * Number(failureThreshold)).toBeLessThan(Number(data.DRAIN_SECONDS));
  });

  it('selects its own pods', () => {
    const labels = deployment.template.metadata.labels;
    expect(deployment.selector.matchLabels).toEqual(labels);
    expect(ofKind('Service').spec.selector).toEqual(labels);
    expect(ofKind('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
    expect(ofKind('NetworkPolicy').spec.podSelector).toEqual({ matchLabels: labels });
  });
});

/** The instructions of a Containerfile, with continued lines joined. */
const instructions = read('Containerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter(Boolean)
  .map((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return { name, rest };
  });

describe('deploy/Containerfile', () => {
  const lastFrom = instructions.findLastIndex(({ name }) => name === 'FROM');
  const final = instructions.slice(lastFrom);
  const only = (name: string) => final.filter((each) => each.name === name).map(({ rest }) => rest);
  // biome-ignore format: a list
  const known = [
    'FROM', 'WORKDIR', 'COPY', 'RUN', 'LABEL', 'ENV', 'VOLUME', 'USER', 'EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK', 'CMD',
  ];

  it('has only known instructions, in two stages', () => {
    expect(instructions.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
    expect(instructions.filter(({ name }) => name === 'FROM')).toHaveLength(2);
  });

  it('runs as a user without rights, with a health check and a list of its components', () => {
    expect(only('USER')).toEqual(['10001:10001']);
    const [, asks = ''] = JSON.parse(only('HEALTHCHECK')[0]?.replace(/^.*?CMD /, '') ?? '') as string[];
    expect(existsSync(inRoot(asks))).toBe(true);
    expect(only('LABEL')[0]).toContain('org.cyclonedx.sbom="/kerb/sbom.cdx.json"');
    // npm's own command leaves out the packages of the workspaces.
    const runs = instructions.filter(({ name }) => name === 'RUN').map(({ rest }) => rest);
    expect(runs).toContain('node scripts/sbom.ts --into sbom.cdx.json');
    expect(runs.join()).not.toContain('npm sbom');
    const [, program = ''] = JSON.parse(only('CMD')[0] ?? '') as string[];
    expect(existsSync(inRoot(program))).toBe(true);
    const names = [...(only('ENV')[0] ?? '').matchAll(/(\w+)=/g)].map((match) => match[1] ?? '');
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
  });

  it('copies nothing that git ignores, such as the secrets of a deployment', () => {
    const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !/[#*]/.test(line.slice(0, 1)));
    const notCopied = read('Containerfile.dockerignore')
      .split('\n')
      .map((line) => line.replace(/^\*\//, ''));
    const ignored = linesOf(readFileSync(inRoot('.gitignore'), 'utf8')).map((line) => line.replace(/^\//, ''));
    expect(ignored.filter((name) => !notCopied.includes(name))).toEqual([]);
    expect(notCopied).toContain('deploy/secrets');
  });

  it('stores compiled code that the user of the server reads, and only root writes', () => {
    const loads = only('RUN').find((command) => command.includes('--only-load'));
    expect(loads).toContain('setpriv --reuid=10001 --regid=10001');
    expect(loads).toContain('chown -R 0:0 /kerb/.cache');
  });

  it('copies files that exist', () => {
    const copied = instructions.filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from'));
    const sources = copied.flatMap(({ rest }) => rest.split(' ').slice(0, -1));
    expect(sources.filter((source) => !existsSync(inRoot(source)))).toEqual([]);
  });
});

describe('deploy/kerb.service', () => {
  const text = read('kerb.service');
  const valuesOf = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map((match) => match[1] ?? '');

  it('gives the server an environment with which it starts', () => {
    const pairs = valuesOf('Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=')));
    const env = Object.fromEntries(pairs) as Env;
    // From /etc/kerb/kerb.env, which an administrator writes.
    expectProduction({ ...env, PUBLIC_URL: 'https://kerb.example', TRUST_PROXY: 'on' });
  });

  it('refuses a system call to the server instead of killing it', () => {
    expect(valuesOf('SystemCallErrorNumber')).toEqual(['EPERM']);
  });

  it('is started again for ever, and has time to stop', () => {
    expect([valuesOf('Restart'), valuesOf('StartLimitIntervalSec')]).toEqual([['always'], ['0']]);
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(stopSeconds({}));
    expect(existsSync(inRoot(valuesOf('ExecStart')[0]?.split(' ')[1] ?? 'none'))).toBe(true);
  });

  it('is accepted by systemd where systemd is installed, and scored as well hardened', () => {
    if (spawnSync('systemd-analyze', ['--version']).error) return;
    const path = join(folder, 'kerb.service');
    // The program is not installed where the unit expects it.
    const here = text.replace(/^ExecStart=.*$/m, `ExecStart=${process.execPath} server/src/main.ts`);
    writeFileSync(path, here.replace(/^Documentation=.*\n/m, ''));
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' });
    expect([verified.status, verified.stderr]).toEqual([0, '']);
    const scored = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', '--no-pager', path]);
    expect(scored.status).toBe(0);
  });
});

describe('deploy/kerb-health.service', () => {
  const text = read('kerb-health.service');
  const shell = /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(text)?.[1]?.replaceAll('$$', '$') ?? '';

  it.each([
    [200, 0, false],
    [503, 1, true],
    [null, 1, false],
  ])(
    'after the answer %j ends with %j, and has stopped the server of the unit: %j',
    async (status, code, isStopped) => {
      const answered = await askHealth(status, (pid) => {
        // systemd answers which process is the server.
        const asked = `[ "$*" = 'show --property MainPID --value kerb' ] && echo ${pid}`;
        writeFileSync(join(folder, 'systemctl'), `#!/bin/sh\n${asked}\n`, { mode: 0o755 });
        return { program: '/bin/sh', args: ['-c', shell], path: folder };
      });
      expect(answered).toEqual({ code, isStopped });
    },
  );

  it('is accepted by systemd where systemd is installed, with its timer', () => {
    if (spawnSync('systemd-analyze', ['--version']).error) return;
    const paths = ['kerb-health.service', 'kerb-health.timer'].map((name) => join(folder, name));
    writeFileSync(paths[0] ?? '', text.replace(/^Documentation=.*\n/m, ''));
    writeFileSync(paths[1] ?? '', read('kerb-health.timer'));
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' });
    expect([verified.status, verified.stderr]).toEqual([0, '']);
  });
});

describe('deploy/nginx.conf', () => {
  const text = read('nginx.conf');
  const secondsOf = (name: string) => Number(new RegExp(`^\\s*${name} (\\d+)s;`, 'm').exec(text)?.[1]);

  it('drops idle connections before a server that stops closes them', () => {
    const drain = Number(variables.DRAIN_SECONDS?.default.production);
    expect(secondsOf('keepalive_timeout')).toBeLessThan(drain);
    expect(secondsOf('keepalive_timeout') * 1_000).toBeLessThan(connectionLimits.keepAliveTimeout);
  });

  it('skips a server that failed for longer than a server takes to drain', () => {
    const alone = [...text.matchAll(/fail_timeout=(\d+)s/g)].map((match) => Number(match[1]));
    expect(alone).toHaveLength(3);
    expect(Math.min(...alone)).toBeGreaterThan(Number(variables.DRAIN_SECONDS?.default.production));
  });

  it('lets no stranger choose the trace of a request', () => {
    for (const header of ['traceparent', 'tracestate']) expect(text).toContain(`proxy_set_header ${header} "";`);
  });

  it('lets the largest file through, and gives a body less time than the server does', () => {
    expect(Number(/client_max_body_size (\d+)m;/.exec(text)?.[1]) * 2 ** 20).toBeGreaterThan(largestFileBytes);
    expect(secondsOf('client_body_timeout')).toBeLessThan(30);
  });
});
