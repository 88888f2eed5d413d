import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openApiDocument } from '@kerb/server/platform/http/openapi/document.ts';
import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, it } from 'vitest';
import { inRoot, programOf, runHeld } from '../../scripts/command.ts';
import { runProgram } from './run-program.ts';
import { newCampaign, type Served, startServed } from './served.ts';

// Within the repository, so that the printed code finds openapi-fetch.
const folder = inRoot('.cache/sdk-clients');
const inFolder = (name: string) => join(folder, name);

const settings = {
  compilerOptions: {
    ...{ target: 'ESNext', module: 'ESNext', moduleResolution: 'bundler', lib: ['ESNext', 'DOM', 'DOM.Iterable'] },
    ...{ strict: true, noEmit: true, types: [], allowImportingTsExtensions: true, skipLibCheck: false },
  },
  include: ['.'],
};
const consumers = ['with-openapi-fetch.ts', 'with-hey-api.ts'];

/** Prints both clients from the document, as an integration does. */
async function printClients(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const document = openApiDocument({ sandbox: true, audience: 'public', publicUrl: 'https://kerb.example' });
  writeFileSync(inFolder('openapi.json'), JSON.stringify(document));
  writeFileSync(inFolder('tsconfig.json'), JSON.stringify(settings));
  for (const name of consumers) copyFileSync(inRoot('sdk/test/clients', name), inFolder(name));
  const hey = ['-i', inFolder('openapi.json'), '-o', inFolder('hey'), '--no-log-file', '--silent'];
  const ending = join(folder, 'openapi-ts.config.mjs');
  writeFileSync(ending, "export default { output: { module: { extension: '.ts' } } };\n");
  await Promise.all([
    runProgram(programOf('sdk', 'openapi-typescript', 'bin/cli.js'), [
      inFolder('openapi.json'),
      '-o',
      inFolder('schema.ts'),
    ]),
    runProgram(programOf('sdk', '@hey-api/openapi-ts', 'bin/run.js'), [...hey, '-f', ending]),
  ]);
}

const scope = 'campaigns:read campaigns:write payers:write';

/** A token as a program with a library for OAuth gets it: by the server's metadata. */
async function tokenFor({ baseUrl, credentials }: Served): Promise<string> {
  const plain = { [oauth.allowInsecureRequests]: true };
  const address = new URL(baseUrl);
  const found = await oauth.discoveryRequest(address, { ...plain, algorithm: 'oauth2' });
  const metadata = (await found.json()) as oauth.AuthorizationServer;
  const server = { ...metadata, token_endpoint: new URL('/oauth/token', baseUrl).href };
  const client: oauth.Client = { client_id: credentials.clientId };
  const proof = oauth.ClientSecretPost(credentials.clientSecret);
  const wanted = new URLSearchParams({ scope });
  const answer = await oauth.clientCredentialsGrantRequest(server, client, proof, wanted, plain);
  const token = await oauth.processClientCredentialsResponse(server, client, answer);
  expect(token).toMatchObject({ token_type: 'bearer', scope });
  expect(new URL(metadata.token_endpoint ?? '').pathname).toBe('/oauth/token');
  return token.access_token;
}

type Consumer = {
  createdAndListed: (
    baseUrl: string,
    token: string,
    campaign: unknown,
  ) => Promise<{ id: number; budget: number; ids: number[] }>;
};

describe('clients that others print from the document', () => {
  let served: Served;
  beforeAll(async () => {
    [served] = await Promise.all([startServed(), printClients()]);
  });

  it('compile without an error', async () => {
    const { code, output } = await runHeld('tsc', ['-p', folder]);
    expect([code, output]).toEqual([0, '']);
  });

  it('create and list campaigns with a token that a library for OAuth got', async () => {
    const token = await tokenFor(served);
    for (const name of consumers) {
      const { createdAndListed }: Consumer = await import(/* @vite-ignore */ pathToFileURL(inFolder(name)).href);
      const { id, budget, ids } = await createdAndListed(served.baseUrl, token, newCampaign(served.tenantId));
      expect(budget, name).toBe(4_200.5);
      expect(ids, name).toContain(id);
    }
  });
});
