import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

/** 'YYMMDDHHMMSSZ' */
const shortTime = (moment: string): string => `${moment.slice(2, 19).replace(/[-:T]/g, '')}Z`;

type Folder = { at: (name: string) => string; openssl: (...args: string[]) => string; remove: () => void };

function aFolder(): Folder {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-authority-'));
  return {
    at: (name) => join(folder, name),
    openssl: (...args) => {
      const { status, stdout, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
      if (status !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`);
      return stdout + stderr;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** What the authority says of the signer now, in the form of OpenSSL's database. */
type Standing = { state: 'V' | 'R'; revokedAt: string };

function writeIndex({ at }: Folder, { state, revokedAt }: Standing): void {
  const rows = [
    [state, '360101000000Z', revokedAt, '1001', 'unknown', '/CN=Test signer'],
    ['V', '360101000000Z', '', '1002', 'unknown', '/CN=Test other'],
  ];
  writeFileSync(at('index.txt'), `${rows.map((row) => row.join('\t')).join('\n')}\n`);
}

function currentList({ at, openssl }: Folder): Buffer {
  openssl('ca', '-config', 'ca.cnf', '-gencrl', '-crldays', '30', '-out', 'list.pem');
  openssl('crl', '-in', 'list.pem', '-outform', 'DER', '-out', 'list.der');
  return readFileSync(at('list.der'));
}

function answerTo({ at, openssl }: Folder, request: Buffer): Buffer {
  writeFileSync(at('request.der'), request);
  // biome-ignore format: the arguments of one command
  openssl('ocsp', '-index', 'index.txt', '-CA', 'root.pem', '-rsigner', 'responder.pem', '-rkey', 'responder.key',
    '-reqin', 'request.der', '-respout', 'answer.der', '-ndays', '7');
  return readFileSync(at('answer.der'));
}

/** Serves the list and the answers of the responder. */
async function serve(folder: Folder, standing: Standing) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      asked.push(request.url ?? '');
      writeIndex(folder, standing);
      if (request.url === '/list') return response.end(currentList(folder));
      return response.writeHead(200, { 'content-type': 'application/ocsp-response' }).end(answerTo(folder, bytes));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked, close: () => server.close() };
}

const newKey = ({ openssl }: Folder, name: string) =>
  openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', `${name}.key`);

function makeRoot(folder: Folder): void {
  newKey(folder, 'root');
  // biome-ignore format: the arguments of one command
  folder.openssl('req', '-x509', '-new', '-key', 'root.key', '-subj', '/CN=Test Authority', '-days', '3650', '-out', 'root.pem',
    '-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign,cRLSign');
  writeFileSync(folder.at('crlnumber'), '01\n');
  // biome-ignore format: a table
  const settings = [
    '[ca]', 'default_ca=own', '[own]', 'database=index.txt', 'crlnumber=crlnumber', 'default_md=sha256',
    'certificate=root.pem', 'private_key=root.key',
  ];
  writeFileSync(folder.at('ca.cnf'), `${settings.join('\n')}\n`);
}

function issue(folder: Folder, name: string, serial: string, extensions: readonly string[]): void {
  const { at, openssl } = folder;
  newKey(folder, name);
  openssl('req', '-new', '-key', `${name}.key`, '-subj', `/CN=Test ${name}`, '-out', `${name}.csr`);
  writeFileSync(at(`${name}.ext`), extensions.join('\n'));
  // biome-ignore format: the arguments of one command
  openssl('x509', '-req', '-in', `${name}.csr`, '-CA', 'root.pem', '-CAkey', 'root.key', '-set_serial', `0x${serial}`,
    '-days', '3650', '-extfile', `${name}.ext`, '-out', `${name}.pem`);
}

/**
 * A certificate authority of OpenSSL with a responder (OCSP) of its own. The certificate of the signer names the
 * responder, and a list too if `hasList`.
 */
export async function anOpensslAuthority({ hasList = false, hasResponder = true } = {}) {
  const folder = aFolder();
  const standing: Standing = { state: 'V', revokedAt: '' };
  const { url, asked, close } = await serve(folder, standing);
  makeRoot(folder);
  const named = [
    'keyUsage=critical,digitalSignature,nonRepudiation',
    ...(hasResponder ? [`authorityInfoAccess=OCSP;URI:${url}/ocsp`] : []),
    ...(hasList ? [`crlDistributionPoints=URI:${url}/list`] : []),
  ];
  issue(folder, 'signer', '1001', named);
  issue(folder, 'other', '1002', named);
  issue(folder, 'responder', '2001', ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=OCSPSigning']);
  const text = (name: string) => readFileSync(folder.at(name), 'utf8');
  return {
    root: text('root.pem'),
    signer: { certificate: text('signer.pem'), key: text('signer.key') },
    other: text('other.pem'),
    asked,
    revoke: (moment: string) => {
      standing.state = 'R';
      standing.revokedAt = shortTime(moment);
    },
    /** What OpenSSL itself says of an answer about the signer. */
    saysOf: (answer: Buffer): string => {
      writeFileSync(folder.at('kept.der'), answer);
      // biome-ignore format: the arguments of one command
      return folder.openssl('ocsp', '-respin', 'kept.der', '-issuer', 'root.pem', '-cert', 'signer.pem', '-CAfile', 'root.pem');
    },
    stop: () => {
      close();
      folder.remove();
    },
  };
}
