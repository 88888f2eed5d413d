import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { debianProgram } from './debian-program.ts';
import { freePorts } from './real-server.ts';

const example = new URL('../../deploy/nginx.conf', import.meta.url);
const host = 'kerb.example';

export type Received = { status: number; requestId: string | undefined; body: string };
export type Nginx = {
  /** Sends a request with TLS, over connections that are kept. Rejects if there is no answer. */
  send: (method: string, path: string, headers?: Record<string, string>, body?: string) => Promise<Received>;
  /** Sends a GET, and returns its answer as soon as it begins. */
  begin: (path: string, headers: Record<string, string>) => Promise<IncomingMessage>;
  /** The status that a request without TLS gets. */
  plainStatus: (path: string) => Promise<number>;
  log: () => string;
  /** The errors that nginx logs about its servers, except that one does not listen. */
  errors: () => string[];
  stop: () => Promise<void>;
};

function replaced(text: string, changes: [RegExp, string][]): string {
  for (const [pattern, by] of changes) {
    if (text.search(pattern) === -1) throw new Error(`deploy/nginx.conf has no ${pattern}`);
    text = text.replace(pattern, by);
  }
  return text;
}

function makeCertificate(folder: string): void {
  const out = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const name = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...out, ...name], { stdio: 'pipe' });
}

type Ports = { plain: number; secure: number; servers: number[] };
/** How long nginx keeps an idle connection to a server, and how long it leaves a server alone that stops. */
type Times = { keepSeconds: number; aloneSeconds: number };

/** The example of deploy/ with other ports, paths and times. */
function settings(folder: string, ports: Ports, { keepSeconds, aloneSeconds }: Times): string {
  const servers = [0, 1, 2].map((n): [RegExp, string] => [
    new RegExp(`server 127\\.0\\.0\\.1:300${n + 1} (.*;)`),
    ports.servers[n] ? `server 127.0.0.1:${ports.servers[n]} $1` : '',
  ]);
  const kerb = replaced(readFileSync(example, 'utf8'), [
    ...servers,
    [/listen 80;/, `listen 127.0.0.1:${ports.plain};`],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${ports.secure} ssl http2;`],
    [/\/etc\/ssl\/kerb\/fullchain\.pem/, join(folder, 'fullchain.pem')],
    [/\/etc\/ssl\/kerb\/privkey\.pem/, join(folder, 'privkey.pem')],
    [/\/var\/log\/nginx\/kerb\.log/, join(folder, 'access.log')],
    [/keepalive_timeout 3s;/, `keepalive_timeout ${keepSeconds}s;`],
    [/fail_timeout=6s/g, `fail_timeout=${aloneSeconds}s`],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${join(folder, name)};`);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return [
    `${user} daemon off; pid ${join(folder, 'pid')}; error_log stderr; events { worker_connections 1024; }`,
    `http { ${paths.join(' ')} ${kerb} }`,
  ].join('\n');
}

/** Debian's nginx in front of up to three servers. */
export async function startNginx(servers: number[], times: Times): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-nginx-'));
  const [plain = 0, secure = 0] = await freePorts(2);
  makeCertificate(folder);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, settings(folder, { plain, secure, servers }, times));
  const program = debianProgram('nginx');
  // Throws with nginx's own words if the file is wrong.
  execFileSync(program, ['-t', '-e', 'stderr', '-p', folder, '-c', file], { stdio: 'pipe' });
  const child = spawn(program, ['-e', 'stderr', '-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });

  const agent = new Agent({ keepAlive: true, ca: readFileSync(join(folder, 'fullchain.pem')), servername: host });
  const send: Nginx['send'] = async (method, path, headers = {}, body = '') => {
    const length = body ? { 'content-length': String(Buffer.byteLength(body)) } : {};
    const to = { agent, host: '127.0.0.1', port: secure, method, path };
    const sent = request({ ...to, headers: { host, ...length, ...headers } });
    sent.end(body);
    const [answer] = await once(sent, 'response');
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part);
    return {
      status: answer.statusCode,
      requestId: answer.headers['x-request-id'],
      body: Buffer.concat(parts).toString(),
    };
  };
  const begin: Nginx['begin'] = async (path, headers) => {
    const sent = request({ agent, host: '127.0.0.1', port: secure, path, headers: { host, ...headers } });
    sent.end();
    const [answer] = await once(sent, 'response');
    return answer;
  };
  const plainStatus: Nginx['plainStatus'] = async (path) =>
    (await fetch(`http://127.0.0.1:${plain}${path}`, { redirect: 'manual' })).status;
  const isUp = () =>
    send('GET', '/health').then(
      () => true,
      () => false,
    );
  while (!(await isUp())) await pause(20);
  return {
    send,
    begin,
    plainStatus,
    log: () => readFileSync(join(folder, 'access.log'), 'utf8'),
    errors: () => said.split('\n').filter((line) => line.includes('upstream') && !line.includes('(111: ')),
    stop: async () => {
      agent.destroy();
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
