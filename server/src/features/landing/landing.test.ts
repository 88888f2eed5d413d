import { beforeAll, describe, expect, it } from 'vitest';
import { aBrowser, givePassword } from '../../../test/browser.ts';
import { buildersFor } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { productionEnv } from '../../../test/production.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});

const open = (url: string, headers = {}) => stage.app.inject({ url, headers: { accept: 'text/html', ...headers } });

describe('the first page', () => {
  it('tells a visitor what the product is, how to pay, what it costs and where to log in', async () => {
    const { statusCode, body } = await open('/');
    expect(statusCode).toBe(200);
    for (const words of [
      'Pay Upfront',
      'Pay Later',
      'What it costs',
      'href="/login"',
      'href="/guide"',
      'href="/brochure"',
    ])
      expect(body).toContain(words);
  });

  it.each(['/?page=2', '/?access_token=a&refresh_token=b'])('%s is a page of the application', async (url) => {
    expect((await open(url)).body).not.toContain('What it costs');
  });

  it('is the application in a browser that is signed in', async () => {
    const { userId, emailAddress } = await buildersFor(stage).aPerson('admin');
    await givePassword(stage, userId, 'correct horse battery');
    const browser = aBrowser(stage);
    await browser.exchange(await browser.logIn(emailAddress, 'correct horse battery'));
    const asPage = { accept: 'text/html' };
    expect((await browser.get('/', asPage)).body).not.toContain('What it costs');
    expect((await browser.get('/welcome', asPage)).body).toMatch(/class="button" href="\/">Open /);
  });
});

describe('the calculator of the first page', () => {
  it('calculates what was typed, with the usual terms of the country', async () => {
    const { body } = await open('/welcome?budget=8000&days=60');
    expect(body).toContain('value="8000"');
    expect(body).toMatch(/\$8,000\.00/);
  });

  it('says under the field what is wrong, and keeps what was typed', async () => {
    const { statusCode, body } = await open('/welcome?budget=%3Cb%3E&days=9999');
    expect(statusCode).toBe(200);
    expect(body).toContain('value="&lt;b&gt;"');
    expect(body).toContain('aria-invalid="true"');
  });
});

it('only its own small script runs, which leads an old link to the login page', async () => {
  const { headers, body } = await open('/');
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  const address = /src="(\/welcome\.js[^"]+)"/.exec(body)?.[1] ?? '';
  expect((await open(address)).body).toContain('location.replace');
});

describe('search engines', () => {
  const words = /<meta name="description"/;

  it('list the first page once, and nothing of a sandbox', async () => {
    const production = await startStage({ env: productionEnv });
    const bodyOf = async (from: Stage, url: string) =>
      (await from.app.inject({ url, headers: { accept: 'text/html' } })).body;
    expect(await bodyOf(production, '/')).toMatch(words);
    expect(await bodyOf(production, '/robots.txt')).toBe(
      'User-agent: *\nAllow: /$\nAllow: /login.css\nAllow: /pictures/\nDisallow: /\n',
    );
    for (const [from, url] of [
      [production, '/welcome'],
      [stage, '/'],
      [stage, '/welcome'],
    ] as const) {
      expect(await bodyOf(from, url)).not.toMatch(words);
      expect(await bodyOf(from, url)).toContain('content="noindex"');
    }
    expect(await bodyOf(stage, '/robots.txt')).toBe('User-agent: *\nDisallow: /\n');
  });
});
