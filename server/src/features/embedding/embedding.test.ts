import { createHash } from 'node:crypto';
import { otherPaths } from '@kerb/domain/server-paths.ts';
import { hostScriptName } from '@kerb/server/features/embedding/embed-files.ts';
import { saveEmbedding } from '@kerb/server/features/embedding/embed-settings.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { limits } from '@kerb/server/platform/limits/throttle.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { openedLog } from '../../../test/opened-log.ts';

const site = 'https://www.harbour.example';
const other = 'https://other.example';
const ours = 'https://kerb.example';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let [admin, manager, employee]: Person[] = [];
let tenantId: number;
beforeAll(async () => {
  stage = await startStage({ env: { PUBLIC_URL: ours } });
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
});
beforeEach(async () => {
  await stage.db.deleteFrom('throttles').execute();
  tenantId = await build.aTenant({ name: 'Harbour & Sons' });
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  employee = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
});

const path = () => `/v1/tenants/${tenantId}/embedding`;
const as = (person: Person | undefined) => stage.as(person?.userId ?? null);
const save = (body: object, headers = {}, by = manager) => as(by)('PUT', path(), body, headers);
async function turnOn(origins: string[] = [site]): Promise<string> {
  const answer = await save({ isOn: true, origins });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().key;
}
/** A visitor of another website: without a sign-in. */
const load = (key: string, query = '') => stage.as(null)('GET', `/embed/calculator/${key}${query}`);
type Answer = Awaited<ReturnType<typeof load>>;
const ancestorsOf = ({ headers }: Pick<Answer, 'headers'>) =>
  /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
const named = (origin: string) => `?origin=${encodeURIComponent(origin)}`;
const factsOf = ({ body }: Answer) => JSON.parse(/id="facts">(.*?)<\/script>/.exec(body)?.[1] ?? 'null');

describe('the websites of an organisation', () => {
  it('are none until a manager saves some, and the first save makes a public key', async () => {
    expect((await as(manager)('GET', path())).json()).toMatchObject({ isOn: false, origins: [], key: null });
    const key = await turnOn(['HTTPS://WWW.Harbour.example/', site, '']);
    expect(key).toMatch(/^[\w-]{43}$/);
    expect((await as(admin)('GET', path())).json()).toMatchObject({ isOn: true, origins: [site], key });
    expect((await save({ isOn: true, origins: [site, other] })).json().key).toBe(key);
  });

  it('are checked one by one under their field', async () => {
    const answer = await save({ isOn: true, origins: [site, 'http://www.harbour.example'] });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().validation.origins[0].message).toMatch(
      /^http:\/\/www\.harbour\.example: A website needs https/,
    );
    expect((await as(manager)('GET', path())).json().isOn).toBe(false);
  });

  it('are never the manager’s own computer outside a sandbox', async () => {
    const deps = { ...stage.deps, config: { ...stage.deps.config, sandbox: false } };
    const saving = (origin: string) =>
      inTransaction(deps, { actor: null, ipAddress: null }, (work) =>
        saveEmbedding(work, wholeScope, { tenantId, sent: { isOn: true, origins: [origin] }, ifMatch: null }),
      );
    await expect(saving('http://localhost:5173')).rejects.toThrow('in a sandbox only');
    await expect(saving(site)).resolves.toBeUndefined();
  });

  it('are saved by the second of two people only after they have read the first one’s', async () => {
    const { etag } = (await as(manager)('GET', path())).headers;
    expect((await save({ isOn: true, origins: [site] }, { 'if-match': etag })).statusCode).toBe(200);
    expect((await save({ isOn: false, origins: [] }, { 'if-match': etag }, admin)).statusCode).toBe(412);
    expect((await as(manager)('GET', path())).json().origins).toEqual([site]);
  });

  it('are changed by managers and admins, and each change is in the log', async () => {
    expect((await as(employee)('GET', path())).statusCode).toBe(403);
    await turnOn();
    await save({ isOn: false, origins: [site, other] }, {}, admin);
    await as(manager)('POST', `${path()}/key`);
    const entries = (await openedLog(stage)).filter(({ targetTenantId }) => targetTenantId === tenantId).slice(-3);
    expect(entries.map(({ description, userId, logData }) => [description, userId, logData])).toEqual([
      [
        'Own website changed',
        manager?.userId,
        { isOn: { before: false, after: true }, origins: { before: '', after: site } },
      ],
      [
        'Own website changed',
        admin?.userId,
        { isOn: { before: true, after: false }, origins: { before: site, after: `${site} ${other}` } },
      ],
      ['Key of the calculator replaced', manager?.userId, {}],
    ]);
  });
});

describe('the calculator of a website', () => {
  it('may be framed by the websites of its organisation, and by the preview, and by nobody else', async () => {
    const answer = await load(await turnOn([site, other]));
    expect(answer.statusCode).toBe(200);
    expect(ancestorsOf(answer)).toBe(`${site} ${other} 'self'`);
    expect(answer.headers['x-frame-options']).toBeUndefined();
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'/,
    );
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(factsOf(answer).parentOrigin).toBeNull();
  });

  it('talks to the one website that the request names, if it is allowed', async () => {
    const key = await turnOn([site, other]);
    const answer = await load(key, named(other));
    expect(ancestorsOf(answer)).toBe(other);
    expect(factsOf(answer)).toEqual({ kind: 'calculator', parentOrigin: other });
    for (const foreign of ['https://evil.example', `${site}.evil.example`, 'null', '*', `${site}/`, `${site}; *`]) {
      const refused = await load(key, named(foreign));
      expect([refused.statusCode, ancestorsOf(refused), refused.headers['x-frame-options']], foreign).toEqual([
        403,
        "'none'",
        'DENY',
      ]);
      expect(factsOf(refused)).toBeNull();
    }
  });

  it('shows the organisation’s name and colour, escaped, and the figures that a visitor asks for', async () => {
    const key = await turnOn();
    await stage.db.updateTable('tenants').set({ brandColour: '#1a6b54' }).where('id', '=', tenantId).execute();
    const answer = await load(key, '?budget=10000&days=60&scheme=dark');
    expect(answer.body).toContain('Harbour &amp; Sons');
    expect(answer.body).toContain('data-scheme="dark"');
    const style = /<style>(.*?)<\/style>/.exec(answer.body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(answer.headers['content-security-policy']).toContain(`'sha256-${hash}'`);
    for (const words of ['Pay Upfront', 'Pay On Success', 'Pay Later', '$10,000.00', '$1,200.00', 'over 60 days'])
      expect(answer.body).toContain(words);
  });

  it('says what is wrong with a field, and shows no figures then', async () => {
    const answer = await load(await turnOn(), '?budget=%3Cscript%3E&days=999');
    expect(answer.body).toContain('value="&lt;script&gt;"');
    expect(answer.body.match(/aria-invalid="true"/g)).toHaveLength(2);
    expect(answer.body).not.toContain('class="way"');
  });

  it('has the options of its country', async () => {
    const nz = await startStage({ env: { COUNTRY: 'NZ' } });
    const made = buildersFor(nz);
    const place = await made.aTenant();
    const boss = await made.aPerson('tenant_user', { tenantId: place, as: 'manager' });
    const saved = await nz.as(boss.userId)('PUT', `/v1/tenants/${place}/embedding`, { isOn: true, origins: [site] });
    const { body } = await nz.as(null)('GET', `/embed/calculator/${saved.json().key}`);
    expect(body).toContain('Pay Later');
    expect(body).not.toContain('Pay On Success');
    expect(body).toContain('lang="en-NZ"');
  });

  it('is a page that says so if the key is unknown, malformed, replaced or turned off', async () => {
    const key = await turnOn();
    const gone = async (which: string) => {
      const answer = await load(which, named(site));
      expect([answer.statusCode, ancestorsOf(answer), answer.headers['x-frame-options']]).toEqual([
        404,
        "'none'",
        'DENY',
      ]);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.body).toContain('does not exist, or has been turned off');
    };
    await gone('x'.repeat(43));
    await gone('x');
    await gone(String(tenantId));
    await save({ isOn: false, origins: [site] });
    await gone(key);
    await turnOn();
    expect((await load(key)).statusCode).toBe(200);
    const next = (await as(manager)('POST', `${path()}/key`)).json().key;
    await gone(key);
    expect((await load(next)).statusCode).toBe(200);
    expect((await as(admin)('DELETE', `/v1/tenants/${tenantId}`)).statusCode).toBe(204);
    await gone(next);
  });

  it('is refused after too many loads, with a page that the website may show', async () => {
    const key = await turnOn();
    await load(key);
    await stage.db.updateTable('throttles').set({ count: limits.framesPerAddress.most }).execute();
    const answer = await load(key, named(site));
    expect([answer.statusCode, ancestorsOf(answer)]).toEqual([429, site]);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

describe('whatever managers save, one after the other', () => {
  const origins = [site, other, 'http://localhost:5173'];
  const step = fc.oneof(
    fc.record({ isOn: fc.boolean(), origins: fc.uniqueArray(fc.constantFrom(...origins)) }),
    fc.constant('new key' as const),
  );

  it('the next load is allowed exactly for the websites of the last save, with the last key', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        tenantId = await build.aTenant();
        let now = { isOn: false, origins: [] as string[], keys: [] as string[] };
        for (const each of steps) {
          const answer = each === 'new key' ? await as(admin)('POST', `${path()}/key`) : await save(each, {}, admin);
          const { key } = answer.json();
          now = { ...now, ...(each !== 'new key' && each), keys: [...new Set([...now.keys, key])] };
          for (const known of now.keys) {
            for (const origin of origins) {
              const { statusCode, headers } = await load(known, named(origin));
              const isKnown = now.isOn && known === key;
              const ofKnown = now.origins.includes(origin) ? 200 : 403;
              expect(statusCode).toBe(isKnown ? ofKnown : 404);
              expect(ancestorsOf({ headers })).toBe(statusCode === 200 ? origin : "'none'");
            }
          }
        }
        await stage.db.deleteFrom('throttles').execute();
      }),
      { numRuns: 12 },
    );
  });
});

describe('the script that websites load', () => {
  /** A released file never changes: websites state its hash. Add a new file for a new release. */
  const released: Record<string, string> = {
    'kerb-embed-1.js': 'sha384-XYQNikLxUnHnCu4+meNYspzE7rt2lT1Np2+m9SUlVHyhycZT+bc8br0U1/5w8SO7',
  };

  it('has the hash that it was released with, and every website may read it', async () => {
    for (const [name, hash] of Object.entries(released)) {
      const answer = await stage.as(null)('GET', `/embed/${name}`);
      expect(`sha384-${createHash('sha384').update(answer.body).digest('base64')}`).toBe(hash);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    }
    const { script } = (await as(manager)('GET', path())).json();
    expect(script).toEqual({ src: `${ours}/embed/${hostScriptName}`, integrity: released[hostScriptName] });
  });

  it('never sends or accepts a message without an exact origin', async () => {
    for (const name of [hostScriptName, 'frame.js']) {
      const { body } = await stage.as(null)('GET', `/embed/${name}`);
      expect(body).not.toMatch(/postMessage\([^)]*['"]\*['"]/);
    }
  });
});

describe('every other page', () => {
  it('no page but the frames may be framed by another website', async () => {
    await turnOn();
    const paths = [
      ...stage.app.endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path),
      ...otherPaths,
    ];
    expect(paths.length).toBeGreaterThan(100);
    const isFrame = (path: string) => path === '/card-frame' || path === '/card-frame/{file}';
    const wrong = [];
    for (const each of new Set(paths.filter((path) => !isFrame(path)))) {
      const url = each.replaceAll(/\{\w+\}/g, '1');
      for (const by of [null, admin!.userId]) {
        const { headers } = await stage.as(by)('GET', url, undefined, { accept: 'text/html' });
        if (ancestorsOf({ headers }) !== "'none'" || headers['x-frame-options'] !== 'DENY') wrong.push(url);
      }
    }
    expect(wrong).toEqual([]);
  });
});
