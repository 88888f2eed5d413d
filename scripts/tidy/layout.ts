import type { SourceFile } from './source.ts';

/** What each folder may import from our own code. The longest matching path counts. */
// biome-ignore format: a table
const mayImport: Record<string, string[]> = {
  'domain/src/kernel':           ['domain/src/kernel'],
  'domain/src':                  ['domain/src'],
  'server/migrations':           [],
  'server/src/platform':         ['domain/src', 'server/src/platform'],
  'server/src/gateways':         ['domain/src', 'server/src/platform', 'server/src/gateways'],
  'server/src/features':         ['domain/src', 'server/src/platform', 'server/src/gateways', 'server/src/features'],
  'server/src/demo':             ['domain/src', 'server/src'],
  'server/src':                  ['domain/src', 'server/src', 'server/migrations'],
  'server/test':                 ['domain/src', 'server/src', 'server/migrations', 'server/test', 'scripts/postgres.ts'],
  'web/src/platform':            ['domain/src', 'web/src/platform'],
  'web/src/design':              ['domain/src', 'web/src/platform', 'web/src/design'],
  'web/src/features':            ['domain/src', 'web/src/platform', 'web/src/design', 'web/src/features'],
  'web/src':                     ['domain/src', 'web/src'],
  'web/test':                    ['domain/src', 'web/src', 'web/test'],
  'web':                         ['domain/src'],
  'e2e':                         ['domain/src', 'e2e'],
  'bench':                       ['domain/src', 'server/src', 'server/migrations', 'server/test/sign-in.ts', 'scripts', 'bench'],
  'scripts':                     ['domain/src', 'server/src', 'scripts'],
  'vitest.config.ts':            [],
};

/** Features of the server that may call another. Everything else meets through events. */
// biome-ignore format: a table
export const mayCall: { from: string; to: string; because: string }[] = [
  { from: 'agreements', to: 'payers',     because: 'a new campaign is created with its payers in one transaction' },
  { from: 'payers',     to: 'agreements', because: 'a payer is reached through the campaign, which is locked and may change status' },
  { from: 'agreements', to: 'properties', because: 'a save that names a property attaches it in the same transaction' },
  { from: 'agreements', to: 'options',    because: 'a new campaign gets its options, and its application follows its status, in one transaction' },
  { from: 'options',    to: 'agreements', because: 'an option is offered and chosen on a campaign, which is locked' },
  { from: 'properties', to: 'agreements', because: 'a property is seen through the campaigns that have it' },
  { from: 'documents',  to: 'agreements', because: 'a document is seen through the campaign that it is filed with' },
  { from: 'organisations', to: 'options', because: 'an organisation’s settings say which options are active and enabled' },
  { from: 'team',       to: 'organisations', because: 'a team is reached through its organisation' },
  { from: 'account',    to: 'people',     because: 'one’s own account is a user' },
  { from: 'account',    to: 'session',    because: 'changing a password asks for the one before, as the login page does' },
  { from: 'account',    to: 'team',       because: 'an account shows the organisations that it belongs to' },
  { from: 'team',       to: 'people',     because: 'an accepted invitation makes a user, and members have pictures' },
  { from: 'team',       to: 'session',    because: 'whoever accepts an invitation chooses a password and is signed in' },
  { from: 'team',       to: 'documents',  because: 'the picture of someone invited is an uploaded file' },
  { from: 'people',     to: 'documents',  because: 'the picture of a person is an uploaded file' },
  { from: 'people',     to: 'session',    because: 'a new user is sent a link to set a password' },
  { from: 'reports',    to: 'agreements', because: 'a report writes the columns of a campaign as its list does' },
  { from: 'batches',    to: 'agreements', because: 'a campaign’s funds follow the batch that it stands in' },
  { from: 'batches',    to: 'payments',   because: 'funds that are transferred are written in the books' },
  { from: 'statements', to: 'agreements', because: 'a line pays for a campaign, which is locked' },
  { from: 'statements', to: 'payments',   because: 'a matched line is a payment, and undoing it voids that' },
  { from: 'dashboard',  to: 'agreements', because: 'its figures count the campaigns in the same sight as the list' },
  { from: 'payments',   to: 'agreements', because: 'a payment is made on a campaign, which is locked and may change status' },
  { from: 'payments',   to: 'options',    because: 'what is due follows what the campaign offers' },
  { from: 'payments',   to: 'payers',     because: 'a receipt goes to the payer unless they say otherwise' },
  { from: 'agreements', to: 'signing',    because: 'a campaign that is reopened must be signed anew' },
  { from: 'signing',    to: 'loans',      because: 'what is signed is the agreement of a loan, by its terms' },
  { from: 'signing',    to: 'options',    because: 'a payer is led by what is offered and by their application' },
  { from: 'signing',    to: 'documents',  because: 'the signed agreement is filed with the campaign' },
  { from: 'signing',    to: 'payments',   because: 'an agreement has the letterhead of every other letter' },
  { from: 'privacy',    to: 'signing',    because: 'what payers tell and type is sealed, and sealed anew when a key changes' },
  { from: 'privacy',    to: 'session',    because: 'the secret of a second factor is sealed as personal data is' },
  { from: 'identity',   to: 'signing',    because: 'whose identity is checked is a signatory' },
  { from: 'signing',    to: 'agreements', because: 'a signatory is reached through the campaign, which is locked and may become signed' },
  { from: 'signing',    to: 'payers',     because: 'whoever signs is a payer, and is added and removed as one' },
  { from: 'loans',      to: 'agreements', because: 'a loan is a campaign’s, which is locked and may change status' },
  { from: 'loans',      to: 'options',    because: 'the calculator counts with what an organisation offers' },
  { from: 'loans',      to: 'payers',     because: 'a loan’s letters name its payers, and its reminders go to them' },
  { from: 'loans',      to: 'signing',    because: 'the agreement of a loan is what was signed, or what will be' },
  { from: 'loans',      to: 'payments',   because: 'a loan’s letters have the letterhead and the account of every other' },
  { from: 'agreements', to: 'payments',   because: 'a campaign that is over takes its unpaid invoices with it' },
];

const within = (path: string, place: string) => path === place || path.startsWith(`${place}/`);
const featureOf = (path: string) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1];

export function placeOf(path: string): string | undefined {
  return Object.keys(mayImport)
    .filter((place) => within(path, place))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** A test may import all of its own package and the domain. */
function allowedFrom({ path, isTest }: SourceFile): string[] {
  const own = path.split('/')[0] ?? '';
  const place = placeOf(path);
  return [...(place ? (mayImport[place] ?? []) : []), ...(isTest ? [own, 'domain/src'] : [])];
}

export function importsOnlyDownwards(file: SourceFile): string[] {
  if (!placeOf(file.path)) return ['lies in no known place'];
  const allowed = allowedFrom(file);
  return file.imports.flatMap(({ target, line }) =>
    target === undefined || allowed.some((place) => within(target, place)) ? [] : [`line ${line} imports ${target}`],
  );
}

export function callsListedFeatures(file: SourceFile): string[] {
  const from = featureOf(file.path);
  if (!from || file.isTest) return [];
  return file.imports.flatMap(({ target, line }) => {
    const to = featureOf(target ?? '');
    const isListed = mayCall.some((pair) => pair.from === from && pair.to === to);
    return !to || to === from || isListed ? [] : [`line ${line}: the pair ${from} → ${to} is not listed`];
  });
}

/** Each file has one import path, so that it can be searched for and moved. */
export function importsByPackageName(file: SourceFile): string[] {
  if (!/^(domain|server|web)\/src\//.test(file.path)) return [];
  return file.imports.flatMap(({ specifier, target, line }) =>
    specifier.startsWith('.') && /^(domain|server|web)\/src\/.*\.tsx?$/.test(target ?? '')
      ? [`line ${line} imports ${specifier} by its relative path`]
      : [],
  );
}

/** A package that is reachable only by hoisting can disappear when another package changes. */
export function importsDeclaredPackages(file: SourceFile, declared: Record<string, Set<string>>): string[] {
  const workspace = file.path.split('/')[0] ?? '';
  const own = declared[workspace];
  if (!own) return [];
  return file.imports.flatMap(({ specifier, target, line }) => {
    const name = /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
    const isKnown = target !== undefined || /^(node|virtual):/.test(specifier) || own.has(name);
    return isKnown || (file.isTest && declared.root?.has(name)) ? [] : [`line ${line} imports ${name}`];
  });
}
