import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

/** 'YYMMDDHHMMSSZ' */
const shortTime = (moment: string): string => `${moment.slice(2, 19).replace(/[-:T]/g, '')}Z`;

/**
 * A certificate authority of OpenSSL with a responder (OCSP) of its own. The certificate of the signer names the
 * responder, and a list too if `hasList`.
 */
export async function anOpensslAuthority({ hasList = false, hasResponder = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-authority-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`);
    return stdout;
  };
  const newKey = (name: string) =>
    openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', `${name}.key`);
  const asked: string[] = [];
  let state = 'V';
  let revokedAt = '';

  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      asked.push(request.url ?? '');
      if (request.url === '/list') {
        writeFileSync(at('index.txt'), index());
        openssl('ca', '-config', 'ca.cnf', '-gencrl', '-crldays', '30', '-out', 'list.pem');
        openssl('crl', '-in', 'list.pem', '-outform', 'DER', '-out', 'list.der');
        return response.end(readFileSync(at('list.der')));
      }
      writeFileSync(at('request.der'), bytes);
      writeFileSync(at('index.txt'), index());
      // biome-ignore format: the arguments of one command
      openssl('ocsp', '-index', 'index.txt', '-CA', 'root.pem', '-rsigner', 'responder.pem', '-rkey', 'responder.key',
        '-reqin', 'request.der', '-respout', 'answer.der', '-ndays', '7');
      return response
        .writeHead(200, { 'content-type': 'application/ocsp-response' })
        .end(readFileSync(at('answer.der')));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const issue = (name: string, serial: string, extensions: string) => {
    newKey(name);
    openssl('req', '-new', '-key', `${name}.key`, '-subj', `/CN=Test ${name}`, '-out', `${name}.csr`);
    writeFileSync(at(`${name}.ext`), extensions);
    // biome-ignore format: the arguments of one command
    openssl('x509', '-req', '-in', `${name}.csr`, '-CA', 'root.pem', '-CAkey', 'root.key', '-set_serial', `0x${serial}`,
      '-days', '3650', '-extfile', `${name}.ext`, '-out', `${name}.pem`);
  };
  newKey('root');
  // biome-ignore format: the arguments of one command
  openssl('req', '-x509', '-new', '-key', 'root.key', '-subj', '/CN=Test Authority', '-days', '3650', '-out', 'root.pem',
    '-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign,cRLSign');
  const named = [
    'keyUsage=critical,digitalSignature,nonRepudiation',
    ...(hasResponder ? [`authorityInfoAccess=OCSP;URI:${url}/ocsp`] : []),
    ...(hasList ? [`crlDistributionPoints=URI:${url}/list`] : []),
  ];
  issue('signer', '1001', named.join('\n'));
  issue('other', '1002', named.join('\n'));
  issue('responder', '2001', 'keyUsage=critical,digitalSignature\nextendedKeyUsage=OCSPSigning');
  writeFileSync(at('crlnumber'), '01\n');
  writeFileSync(
    at('ca.cnf'),
    `[ca]\ndefault_ca=own\n[own]\ndatabase=index.txt\ncrlnumber=crlnumber\ndefault_md=sha256\ncertificate=root.pem\nprivate_key=root.key\n`,
  );
  const index = () => {
    const rows = [
      [state, '360101000000Z', revokedAt, '1001', 'unknown', '/CN=Test signer'],
      ['V', '360101000000Z', '', '1002', 'unknown', '/CN=Test other'],
    ];
    return `${rows.map((row) => row.join('\t')).join('\n')}\n`;
  };
  const text = (name: string) => readFileSync(at(name), 'utf8');
  return {
    root: text('root.pem'),
    signer: { certificate: text('signer.pem'), key: text('signer.key') },
    other: text('other.pem'),
    asked,
    revoke: (moment: string) => {
      state = 'R';
      revokedAt = shortTime(moment);
    },
    /** What OpenSSL itself says of an answer about the signer. */
    saysOf: (answer: Buffer): string => {
      writeFileSync(at('kept.der'), answer);
      // biome-ignore format: the arguments of one command
      const args = ['ocsp', '-respin', 'kept.der', '-issuer', 'root.pem', '-cert', 'signer.pem', '-CAfile', 'root.pem'];
      const { stdout, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
      return stdout + stderr;
    },
    stop: () => {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
