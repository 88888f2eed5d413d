import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { countryCodes, defaultCountryCode } from '@kerb/domain/countries/country.ts';
import type { Driver } from './browsers/driver.ts';
import { firefoxProgram, openFirefox } from './browsers/firefox.ts';
import { applyForPayLater, payByCard } from './browsers/payers-way.ts';
import { openSandbox, type Sandbox } from './browsers/sandbox.ts';
import { displayProgram, miniBrowser, openWebkit, webkitProgram } from './browsers/webkit.ts';
import { buildWhereStale } from './build.ts';
import { inRoot, seconds } from './command.ts';
import { freePort } from './local-server.ts';
import { whileServing } from './npm-command.ts';

/** Walks the payer's way in browsers other than Chromium, at the width of a phone. */

const phone = [390, 844] as const;

type Kind = { needs: readonly [path: string | undefined, debianPackage: string][]; open: () => Promise<Driver> };

// biome-ignore format: a table
const kinds = {
  webkit:  { needs: [[webkitProgram, 'webkit2gtk-driver'], [miniBrowser(), 'libwebkit2gtk-4.1-0'], [displayProgram, 'xvfb']], open: () => openWebkit(phone)  },
  firefox: { needs: [[firefoxProgram, 'firefox-esr']],                                                                          open: () => openFirefox(phone) },
} as const satisfies Record<string, Kind>;
type Name = keyof typeof kinds;
const names = Object.keys(kinds) as Name[];

const walks: Record<string, (driver: Driver, sandbox: Sandbox) => Promise<void>> = {
  'pays by card': payByCard,
  'applies for Pay Later': applyForPayLater,
};

const missingOf = ({ needs }: Kind): string[] =>
  needs.filter(([path]) => path === undefined || !existsSync(path)).map(([, name]) => name);

/** Each walk has a browser of its own: the link of another payer asks first who continues. */
async function walk(name: Name, sandbox: Sandbox, isShort: boolean): Promise<void> {
  for (const [what, go] of Object.entries(walks).slice(0, isShort ? 1 : undefined)) {
    const started = performance.now();
    const driver = await kinds[name].open();
    try {
      await go(driver, sandbox);
    } finally {
      await driver.end();
    }
    console.log(`${driver.name}: a payer ${what} (${seconds(started)})`);
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { short: { type: 'boolean', default: false }, available: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !Object.hasOwn(kinds, name));
  if (unknown.length > 0) {
    console.error(`No such browser: ${unknown.join(', ')}. There are ${names.join(' and ')}.`);
    return 1;
  }
  const asked = positionals.length > 0 ? names.filter((name) => positionals.includes(name)) : names;
  const absent = asked
    .map((name) => [name, missingOf(kinds[name])] as const)
    .filter(([, missing]) => missing.length > 0);
  for (const [name, missing] of absent)
    console.log(`${name} is not installed. On Debian: apt install ${missing.join(' ')}`);
  // With --available, as in CI, an absent browser is left out, and said so.
  if (absent.length > 0 && !values.available) return 1;
  const present = asked.filter((name) => absent.every(([other]) => other !== name));
  if (present.length === 0) return 0;
  const code = await buildWhereStale();
  if (code !== 0) return code;
  const port = String(process.env.PORT ?? (await freePort()));
  const site = `http://localhost:${port}`;
  const country = countryCodes.find((code) => code === process.env.COUNTRY) ?? defaultCountryCode;
  const env = {
    COUNTRY: country,
    PORT: port,
    DATA_DIR: process.env.DATA_DIR ?? inRoot('.cache', 'browsers'),
    LOG_LEVEL: 'warn',
  };
  await whileServing({ args: ['start'], env, readyUrl: `${site}/ready` }, async () => {
    const sandbox = await openSandbox(site, country);
    for (const name of present) await walk(name, sandbox, values.short);
  });
  return 0;
}

process.exitCode = await main();
