import { describe, expect, it } from 'vitest';
import { namesNoCountry } from './countries.ts';
import { runsNoText } from './dangerous.ts';
import { hasNoResolvedAddress, isLivingDocument, namesNoMachine, namesWhatExists } from './documents.ts';
import { saysWhyErrorsAreDropped } from './errors.ts';
import { readsLabels } from './labels.ts';
import { circles, importsLowerLayers, layers, roots } from './layers.ts';
import { importsByPackageName, importsDeclaredPackages, importsOnlyDownwards } from './layout.ts';
import { fitsTheWidth, hasShortFunctions, isShortFile } from './limits.ts';
import { datesLoansOnce } from './loan-dates.ts';
import { namesEveryGap } from './numbering.ts';
import { readsPaymentFromLedger } from './payment-references.ts';
import { namesThePerson } from './plain-words.ts';
import { comparesNoRole } from './roles.ts';
import { sentencesTypedTwice } from './sentences.ts';
import { sourceFile } from './source.ts';
import { isFinished, isPure, isWellNamed, runsEveryTest, trustsTypes } from './words.ts';

/** A broken rule finds nothing and looks like a passing one. So each rule is tested on code that it must refuse. */

const lines = (count: number, line = 'f();') => Array.from({ length: count }, () => line).join('\n');

describe('direction of imports', () => {
  const problems = (path: string, text: string) => importsOnlyDownwards(sourceFile(path, text));

  it.each([
    ['domain/src/kernel/money.ts', '@kerb/domain/loans/loan.ts'],
    ['domain/src/loans/loan.ts', '@kerb/server/platform/clock.ts'],
    ['server/src/platform/log/log.ts', '@kerb/server/features/loans/loans.routes.ts'],
    ['server/src/platform/log/log.ts', '../../features/loans/loans.routes.ts'],
    ['server/src/platform/log/log.ts', '@kerb/server/gateways/mail/smtp-mail.ts'],
    ['server/src/gateways/mail/smtp-mail.ts', '@kerb/server/features/loans/loans.routes.ts'],
    ['server/src/features/loans/lend.ts', '@kerb/server/app.ts'],
    ['server/src/features/loans/lend.ts', '@kerb/server/demo/demo.ts'],
    ['server/src/features/loans/lend.ts', '@kerb/web/design/money.tsx'],
    ['server/migrations/0001-loans.ts', '@kerb/domain/loans/loan.ts'],
    ['web/src/design/money.tsx', '@kerb/web/features/loans/loan.card.tsx'],
    ['web/src/platform/session.tsx', '@kerb/web/design/money.tsx'],
    ['web/src/features/loans/loan.card.tsx', '@kerb/web/app/router.tsx'],
    ['web/src/features/loans/loan.card.tsx', '@kerb/server/app.ts'],
    ['web/src/app/router.tsx', '@kerb/server/app.ts'],
    ['web/src/app/router.tsx', '@kerb/web/checkout/app.tsx'],
    ['web/src/features/loans/loan.card.tsx', '@kerb/web/checkout/app.tsx'],
    ['web/src/checkout/app.tsx', '@kerb/web/features/loans/loan.card.tsx'],
    ['web/src/checkout/app.tsx', '@kerb/web/app/router.tsx'],
    ['web/src/checkout/app.tsx', '@kerb/web/design/money.tsx'],
    ['web/src/checkout/app.tsx', '@kerb/web/platform/session.tsx'],
    ['web/src/features/loans/loan.card.test.tsx', '@kerb/server/app.ts'],
  ])('%s may not import %s', (path, target) => {
    expect(problems(path, `import { x } from '${target}';`)).toHaveLength(1);
    expect(problems(path, `export * from '${target}';`)).toHaveLength(1);
    expect(problems(path, `const x = await import('${target}');`)).toHaveLength(1);
    expect(problems(path, `type X = import('${target}').X;`)).toHaveLength(1);
  });

  it.each([
    ['domain/src/loans/loan.ts', '@kerb/domain/kernel/money.ts'],
    ['server/src/features/loans/lend.ts', '@kerb/server/gateways/mail/smtp-mail.ts'],
    ['server/src/demo/demo.ts', '@kerb/server/features/loans/lend.ts'],
    ['server/src/platform/jobs.test.ts', '../../test/harness.ts'],
    ['web/src/app/router.tsx', '@kerb/web/features/loans/loan.card.tsx'],
    ['web/src/features/loans/loan.card.tsx', 'react'],
  ])('%s may import %s', (path, target) => {
    expect(problems(path, `import { x } from '${target}';`)).toEqual([]);
  });

  it('refuses a file outside the known folders', () => {
    expect(problems('elsewhere/thing.ts', '')).toEqual(['lies in no known place']);
  });

  it('allows one spelling for an import of our own code', () => {
    const file = (specifier: string) => sourceFile('server/src/features/loans/lend.ts', `import '${specifier}';`);
    expect(importsByPackageName(file('./loans.repository.ts'))).toHaveLength(1);
    expect(importsByPackageName(file('../../../test/harness.ts'))).toEqual([]);
  });

  it('knows which packages are declared', () => {
    const declared = { server: new Set(['@fastify/cookie']), root: new Set(['vitest']) };
    const problemsOf = (path: string, name: string) =>
      importsDeclaredPackages(sourceFile(path, `import '${name}';`), declared);
    expect(problemsOf('server/src/app.ts', 'left-pad')).toHaveLength(1);
    expect(problemsOf('server/src/app.ts', '@fastify/helmet')).toHaveLength(1);
    expect(problemsOf('server/src/app.ts', 'vitest')).toHaveLength(1);
    expect(problemsOf('server/src/app.test.ts', 'vitest/node')).toEqual([]);
    expect(problemsOf('server/src/app.ts', '@fastify/cookie')).toEqual([]);
    expect(problemsOf('server/src/app.ts', 'node:fs')).toEqual([]);
  });

  it('sees a package that is loaded by require', () => {
    const problemsOf = (text: string) =>
      importsDeclaredPackages(sourceFile('scripts/a.ts', text), { scripts: new Set(['sharp']) });
    expect(problemsOf("const x = createRequire(import.meta.url)('left-pad');")).toEqual(['line 1 imports left-pad']);
    expect(problemsOf("\nrequire('left-pad');")).toEqual(['line 2 imports left-pad']);
    expect(problemsOf("const x = createRequire(import.meta.url)('sharp');")).toEqual([]);
  });
});

describe('layers', () => {
  const folders = {
    domain: 'domain/src',
    server: 'server/src/features',
    platform: 'server/src/platform',
    web: 'web/src/features',
  };

  it.each(roots)('of %s refuse an import upwards or sideways', (root) => {
    if (layers[root].length < 2) return;
    const [lowest = [], next = []] = layers[root];
    const problems = (from = '', to = '', path = `${folders[root]}/${from}/a.ts`) =>
      importsLowerLayers(
        sourceFile(path, `import type { x } from '@kerb/${folders[root].replace('/src', '')}/${to}/b.ts';`),
      );
    expect(problems(lowest[0], next[0])).toHaveLength(1);
    expect(problems(next[0], lowest[0])).toEqual([]);
    expect(problems(next[0], next[0])).toEqual([]);
    expect(problems('zebras', lowest[0])).toEqual(['lies in the room zebras, which has no layer']);
    expect(problems(lowest[0], next[0], `${folders[root]}/${lowest[0]}/a.test.ts`)).toEqual([]);
    const [left, right] = layers[root].find(({ length }) => length > 1) ?? [];
    if (left && right) expect(problems(left, right)).toHaveLength(1);
  });

  it('hold for the files directly in the platform too, and count a file and its folder as one part', () => {
    const problems = (from: string, to: string) =>
      importsLowerLayers(sourceFile(`server/src/platform/${from}`, `import '@kerb/server/platform/${to}';`));
    expect(problems('work.ts', 'deps.ts')).toHaveLength(1);
    expect(problems('database/database.ts', 'report.ts')).toHaveLength(1);
    expect(problems('deps.ts', 'work.ts')).toEqual([]);
    expect(problems('config.ts', 'config/bucket.ts')).toEqual([]);
    expect(problems('config/make-folder.ts', 'config.ts')).toEqual([]);
    expect(problems('zebras.ts', 'work.ts')).toEqual(['lies in the room zebras, which has no layer']);
  });

  it('finds a circle of any length, once', () => {
    const graph = { a: ['b'], b: ['c', 'd'], c: ['a'], d: [], e: ['e'] };
    expect(circles(new Map(Object.entries(graph)))).toEqual(['c → a → b → c', 'e → e']);
    expect(circles(new Map([['a', ['b']]]))).toEqual([]);
  });
});

describe('limits', () => {
  it('limits a source file to 300 lines and a test to 500', () => {
    expect(isShortFile(sourceFile('scripts/a.ts', `${lines(300)}\n`))).toEqual([]);
    expect(isShortFile(sourceFile('scripts/a.ts', `${lines(301)}\n`))).toHaveLength(1);
    expect(isShortFile(sourceFile('scripts/a.ts', `// Printed by \`npm run x\`.\n${lines(301)}`))).toEqual([]);
    expect(isShortFile(sourceFile('scripts/a.test.ts', lines(500)))).toEqual([]);
    expect(isShortFile(sourceFile('scripts/a.test.ts', lines(501)))).toHaveLength(1);
  });

  it.each([
    ['a function', (body: string) => `function f() {\n${body}\n}`],
    ['an arrow', (body: string) => `export const f = () => {\n${body}\n};`],
    ['a method', (body: string) => `class A {\n  f() {\n${body}\n}\n}`],
    ['a component', (body: string) => `export const A = () => (\n<div>\n${body}\n</div>);`],
  ])('limits %s to 60 lines', (_, wrap) => {
    expect(hasShortFunctions(sourceFile('scripts/a.tsx', wrap(lines(55))))).toEqual([]);
    expect(hasShortFunctions(sourceFile('scripts/a.tsx', wrap(lines(61))))).toHaveLength(1);
  });

  it('does not count tables and lists of tests', () => {
    const table = `// biome-ignore format: a table\nconst rows = [\n${lines(70, '1,')}\n];`;
    expect(hasShortFunctions(sourceFile('scripts/a.ts', `function f() {\n${table}\n}`))).toEqual([]);
    const list = (name: string) => `${name}('x', () => {\n${lines(70)}\n});`;
    expect(hasShortFunctions(sourceFile('scripts/a.test.ts', list('describe')))).toEqual([]);
    expect(hasShortFunctions(sourceFile('scripts/a.test.ts', list('describe.each([1])')))).toEqual([]);
    expect(hasShortFunctions(sourceFile('scripts/a.test.ts', list('it')))).toHaveLength(1);
  });

  it('limits a line to 120 columns, except tables and text that cannot be broken', () => {
    const wide = (text: string) => fitsTheWidth(sourceFile('scripts/a.tsx', `f();\n${text}\ng();`));
    const long = 'x'.repeat(130);
    expect(wide(`// ${long}`)).toEqual(['line 2 has 133 columns']);
    expect(wide(`const a = ${long};`)).toHaveLength(1);
    expect(wide(`const a = '${long}';`)).toEqual([]);
    expect(wide(`const a = \`\${b} ${long}\`;`)).toEqual([]);
    expect(wide(`// biome-ignore format: a table\nconst a = [${long}];`)).toEqual([]);
  });
});

describe('names', () => {
  it.each(['server/src/utils.ts', 'web/src/common/money.ts', 'domain/src/loans/index.ts', 'web/src/misc.module.css'])(
    '%s says nothing about its content',
    (path) => expect(isWellNamed(path)).toHaveLength(1),
  );

  it.each(['web/src/design/StatusBadge.tsx', 'server/src/loans.service.ts', 'server/src/two_words.ts'])(
    '%s breaks the naming rules',
    (path) => expect(isWellNamed(path)).toHaveLength(1),
  );

  it.each(['web/src/features/loans/loan.screen.test.tsx', 'server/migrations/0001-loans.ts', 'web/src/a.module.css'])(
    '%s is well named',
    (path) => expect(isWellNamed(path)).toEqual([]),
  );
});

describe('forbidden code', () => {
  const countryProblems = (text: string, path = 'server/src/app.ts') => namesNoCountry(sourceFile(path, text));

  it.each([
    "country === 'AU'",
    "'NZ' !== country",
    "country == 'nz'",
    "switch (country) { case 'AU': f(); }",
    "const row = { countries: ['NZ'] };",
    "const code = given ?? 'AU';",
    "const isNz = name.startsWith('nz');",
    "type Country = 'AU' | Other;",
    'const { NZ } = countries;',
    'const rules = countries.AU;',
    "const fee = { au: '275' }[country];",
    'const terms: Record<CountryCode, string> = all;',
  ])('%s names a country', (text) => {
    expect(countryProblems(text)).toHaveLength(1);
    expect(countryProblems(text, 'e2e/signing.spec.ts')).toHaveLength(1);
    expect(countryProblems(text, 'domain/src/countries/countries.ts')).toEqual([]);
    expect(countryProblems(text, 'server/src/sandbox-countries/sandbox-countries.ts')).toEqual([]);
    expect(countryProblems(text, 'e2e/countries/australia.ts')).toEqual([]);
    expect(countryProblems(text, 'server/src/app.test.ts')).toEqual([]);
  });

  it.each([
    "const card = { scheme: 'visa', country: 'AU' };",
    'const rules: Record<CountryName, string> = all;',
    "const locale = 'en-AU';",
    'countries[code].brand',
  ])('%s does not name a country', (text) => expect(countryProblems(text)).toEqual([]));

  it.each([
    "actor.role === 'admin'",
    "'vendor' !== standing",
    "standing == ('employee' as Standing)",
    'role === `tenant_user`',
    "role === (isOwn ? 'vendor' : asked)",
    "switch (standing) { case 'manager': f(); }",
    "['admin', 'manager'].includes(standing)",
    "new Set<Role>(['admin']).has(role)",
    "types.includes('manager')",
    "query.where('u.role', '=', 'admin')",
    "eb('m.tenantUserType', 'in', ['manager'])",
    "sql`select from users u where u.role <> 'tenant_user'`",
    "sql`m.tenant_user_type in ('manager', 'employee')`",
    "sql`case when people.standing='vendor' then 1 end`",
  ])('%s compares a role or standing', (text) => {
    expect(comparesNoRole(sourceFile('server/src/features/loans/lend.ts', text))).toHaveLength(1);
    expect(comparesNoRole(sourceFile('web/src/features/loans/loan.card.tsx', text))).toHaveLength(1);
    expect(comparesNoRole(sourceFile('domain/src/access/access-scope.ts', text))).toEqual([]);
    expect(comparesNoRole(sourceFile('server/src/demo/people.ts', text))).toEqual([]);
    expect(comparesNoRole(sourceFile('server/src/features/loans/lend.test.ts', text))).toEqual([]);
    expect(comparesNoRole(sourceFile('e2e/lend.spec.ts', text))).toEqual([]);
  });

  it.each([
    "insert({ role: 'vendor' });",
    "maySee('vendor', name);",
    'const title = <Card standing="vendor" />;',
    "if (purpose === 'vendor-id') f();",
    'if (role === other.role) f();',
    "sql`insert into users (role) values ('admin')`",
  ])('%s names a role and compares none', (text) => {
    expect(comparesNoRole(sourceFile('web/src/features/loans/loan.card.tsx', text))).toEqual([]);
  });

  it.each([
    "import { readFile } from 'node:fs';",
    'Date.now();',
    'new Date();',
    'fetch(url);',
    'process.env.X;',
    'Math.random();',
    'Temporal.Now.instant();',
    'crypto.randomUUID();',
  ])('%s is impure', (text) => {
    expect(isPure(sourceFile('domain/src/loans/loan.ts', text))).toHaveLength(1);
    expect(isPure(sourceFile('server/src/app.ts', text))).toEqual([]);
  });

  it.each(['Date.parse(x);', 'new Date(x);', 'loan.process();', '({ fetch: 1 });'])('%s is pure', (text) => {
    expect(isPure(sourceFile('domain/src/loans/loan.ts', text))).toEqual([]);
  });

  it('finds any, unfinished work and skipped tests', () => {
    expect(trustsTypes(sourceFile('scripts/a.ts', 'f(x as any);'))).toHaveLength(1);
    expect(isFinished(sourceFile('scripts/a.ts', '// TODO: later'))).toHaveLength(1);
    expect(isFinished(sourceFile('scripts/a.ts', '/* FIXME */ f();'))).toHaveLength(1);
    expect(runsEveryTest(sourceFile('scripts/a.test.ts', "it.only('x', f);"))).toHaveLength(1);
    expect(runsEveryTest(sourceFile('e2e/a.spec.ts', "test.describe.skip('x', f);"))).toHaveLength(1);
    expect(runsEveryTest(sourceFile('scripts/a.ts', 'rows.skip(3);'))).toEqual([]);
  });
});

describe('documents', () => {
  const repository = { files: ['README.md', 'docs/glossary.md', 'server/src/app.ts'], scripts: ['start', 'docs'] };
  const problems = (text: string) => namesWhatExists('README.md', text, repository);

  it.each([
    'See `server/src/gone.ts`.',
    'See `gone.md`.',
    'Say `npm run gone`.',
    '```sh\nnpm test\n```',
    '```sh\nnode scripts/gone.ts\n```',
    'See [words](docs/gone.md).',
  ])('%j names a path that does not exist', (text) => expect(problems(text)).toHaveLength(1));

  it.each([
    'See `server/src/app.ts`, `server/src/`, `app.ts` and [words](docs/glossary.md#money).',
    'Say `npm start` or `npm run docs`; `server/src/features/<room>` is a pattern and `a.b` a name.',
    'It is written to `web/dist`.',
  ])('%j names only paths that exist', (text) => expect(problems(text)).toEqual([]));

  it('does not check historical documents', () => {
    expect(isLivingDocument('docs/operations.md')).toBe(true);
    expect(isLivingDocument('docs/decisions/0001-node.md')).toBe(false);
  });

  it('finds names of machines and registries', () => {
    const folder = ['', 'home', 'someone', 'kerb'].join('/');
    expect(namesNoMachine(`cd ${folder}`)).toHaveLength(1);
    expect(namesNoMachine(`https://${['registry', 'npmjs', 'org'].join('.')}/x`)).toHaveLength(1);
    expect(namesNoMachine('ours/home/page.ts, /usr/bin/chromium')).toEqual([]);
  });

  it('finds resolved addresses in a lockfile', () => {
    const packages = { a: { resolved: 'elsewhere' }, 'node_modules/b': { resolved: 'b', link: true }, c: {} };
    expect(hasNoResolvedAddress({ packages })).toEqual(['a is resolved to elsewhere']);
  });
});

describe('labels', () => {
  const problems = (text: string, path = 'web/src/features/loans/loan.card.tsx') => readsLabels(sourceFile(path, text));

  it.each([
    "const label = 'Funding Request Date';",
    'const field = <DateField label="Auction Date" />;',
    'const head = <th>\n  Flow No.\n</th>;',
    "const header = 'First Name';",
    "const label = 'Date of Birth';",
    "const label = 'Legal name';",
  ])('are read from their table, not written: %s', (text) => {
    expect(problems(text)).toHaveLength(1);
    expect(problems(text, 'web/src/features/loans/loan.card.test.tsx')).toEqual([]);
  });

  it.each(["const label = 'Funding Request Dates';", "const label = 'Email';", "const key = 'auctionDate';"])(
    '%s writes no label',
    (text) => expect(problems(text)).toEqual([]),
  );

  it('are written in their own table', () => {
    expect(problems("const label = 'Auction Date';", 'domain/src/agreements/field-labels.ts')).toEqual([]);
  });
});

describe('dates of a loan', () => {
  const problems = (path: string, text: string) => datesLoansOnce(sourceFile(path, text));

  it.each([
    'const end = addDays(start, country.longestLoanDays);',
    'const end = addDays(start, longestLoanDays - 7);',
    'const due = addDays(settled, daysToPay);',
  ])('are not computed by %s', (text) => {
    expect(problems('server/src/features/loans/loan-view.ts', text)).toHaveLength(1);
    expect(problems('web/src/features/loans/loan-dates.tsx', text)).toHaveLength(1);
    expect(problems('domain/src/loans/loan-dates.ts', text)).toEqual([]);
  });

  it('may be compared, printed and counted', () => {
    const text = 'const f = addDays(start, days); const g = days > longestLoanDays ? String(longestLoanDays) : "";';
    expect(problems('web/src/features/fee-calculator/fee-estimate.ts', text)).toEqual([]);
  });
});

describe('whether a campaign is paid', () => {
  const problems = (path: string, text: string) => readsPaymentFromLedger(sourceFile(path, text));

  it.each([
    'const isPaid = Boolean(campaign.campaignUpfrontPaymentRef);',
    'const isOwing = agreement.serviceFeePaymentRef === null;',
    'const paid = sql`a.campaign_upfront_payment_ref is not null`;',
  ])('is not decided by %s', (text) => {
    expect(problems('server/src/features/loans/loan-view.ts', text)).toHaveLength(1);
    expect(problems('domain/src/payments/receipts.ts', text)).toEqual([]);
    expect(problems('web/src/features/loans/loan.card.test.tsx', text)).toEqual([]);
  });
});

describe('errors', () => {
  const problems = (text: string, path = 'server/src/platform/clock.ts') =>
    saysWhyErrorsAreDropped(sourceFile(path, text));

  it.each([
    'try { f(); } catch { g(); }',
    'f().catch(() => {});',
    'f().catch(function () { return 0; });',
    'f().then(g, () => null);',
    "pool.on('error', () => {});",
    "pool.once('error', () => {});",
    '// Far above.\n\nf().catch(() => {});',
  ])('are not ignored silently: %s', (text) => {
    expect(problems(text)).toHaveLength(1);
    expect(problems(text, 'server/src/platform/clock.test.ts')).toEqual([]);
  });

  it.each([
    'try { f(); } catch (error) { log(error); }',
    'try { f(); } catch {\n  // Nobody needs to know.\n}',
    '// Nobody needs to know.\nf().catch(() => {});',
    'f().catch((error) => log(error));',
    'f().catch(report);',
    'f().then(() => g());',
    "pool.on('connect', () => {});",
  ])('are logged or explained: %s', (text) => {
    expect(problems(text)).toEqual([]);
  });
});

describe('what people send', () => {
  const problems = (text: string, path = 'server/src/platform/clock.tsx') => runsNoText(sourceFile(path, text));

  it.each([
    "import { exec } from 'node:child_process';",
    "const { runInThisContext } = await import('node:vm');",
    'eval(typed);',
    "new Function('a', typed);",
    'element.innerHTML = typed;',
    'const page = <p dangerouslySetInnerHTML={{ __html: typed }} />;',
    'const page = <iframe srcDoc={typed} />;',
  ])('is not run: %s', (text) => {
    expect(problems(text)).toHaveLength(1);
    expect(problems(text, 'server/src/platform/clock.test.tsx')).toEqual([]);
  });

  it.each(['element.textContent = typed;', 'const page = <p>{typed}</p>;', 'run(typed);'])('is text: %s', (text) => {
    expect(problems(text)).toEqual([]);
  });
});

describe('numbering', () => {
  const readme = 'No page ever had the numbers 0002\nand 0003.';

  it('names each number that no file has, and no other', () => {
    expect(namesEveryGap(readme, ['README.md', '0001-a.md', '0004-b.md'])).toEqual([]);
    expect(namesEveryGap(readme, ['0001-a.md', '0002-b.md'])).toEqual(['names 0002, which a file has']);
    expect(namesEveryGap(readme, ['0001-a.md', '0016-b.md'])).toEqual(['does not name 0004, which no file has']);
    expect(namesEveryGap('', ['0001-a.md', '0014-b.md'])).toEqual(['does not name 0002, which no file has']);
  });
});

describe('plain words', () => {
  it('refuses a word that names nobody, in code and in documents', () => {
    expect(namesThePerson('domain/src/loans/fees.ts', '// one\n// Whoever pays.')).toEqual([
      "line 2: 'Whoever' names nobody",
    ]);
    expect(namesThePerson('docs/logs.md', 'Ask whomever you like.')).toHaveLength(1);
    expect(namesThePerson('docs/logs.md', 'Ask the person who pays.')).toEqual([]);
    expect(namesThePerson('STYLE.md', 'Not "whoever comes second".')).toEqual([]);
  });
});

describe('sentences', () => {
  it('are typed in one file of the domain and the server', () => {
    const twice = (words: string, ...paths: string[]) =>
      sentencesTypedTwice(paths.map((path) => sourceFile(path, `export const words = '${words}';`)));
    const [one, two] = ['domain/src/loans/a.ts', 'server/src/features/loans/b.ts'];
    expect(twice('There is nothing to pay.', one, two)).toEqual([`'There is nothing to pay.': ${one}, ${two}`]);
    expect(twice('There is nothing to pay.', one, 'server/src/features/loans/b.test.ts')).toEqual([]);
    expect(twice('Pay later', one, two)).toEqual([]);
  });
});
