import { type Actor, isPayer, type Role } from '@kerb/domain/access/actor.ts';
import type { NeedName } from '@kerb/domain/actions/needs.ts';

type Audience = readonly Role[];
const everyone: Audience = ['admin', 'tenant_user', 'vendor'];
const nonVendors: Audience = ['admin', 'tenant_user'];

export type NavigationPath =
  | '/'
  | '/today'
  | '/batch-payments'
  | '/batch-payments/statements'
  | '/admin/loan-book'
  | '/admin/books'
  | '/admin/figures'
  | '/agencies/dashboard'
  | '/applications'
  | '/agencies'
  | '/admin/users'
  | '/developer';
type DialogAction = 'openSupport' | 'openFeeCalculator';

/** Screens that share one menu of the navigation. */
export type NavigationGroup = 'Money';

export type NavigationEntry = { label: string; for: Audience; within?: NavigationGroup } & (
  | { to: NavigationPath; opens?: undefined; counts?: 'all' | NeedName }
  | { opens: DialogAction; to?: undefined; counts?: undefined }
);

/**
 * The links of the main navigation, in order, and what is counted beside them. The 'aside' links are apart from the
 * daily screens.
 */
// biome-ignore format: a table
const mainEntries: readonly NavigationEntry[] = [
  { label: 'Today',           to: '/today',                     for: nonVendors, counts: 'all' },
  { label: 'Admin',           to: '/',                          for: ['admin']  },
  { label: 'Dashboard',       to: '/agencies/dashboard',        for: nonVendors },
  { label: 'My Campaigns',    to: '/applications',              for: ['vendor'] },
  { label: 'Organisations',   to: '/agencies',                  for: nonVendors },
  { label: 'Users',           to: '/admin/users',               for: ['admin']  },
  { label: 'Batch Payments',  to: '/batch-payments',            for: ['admin'], within: 'Money', counts: 'batches'   },
  { label: 'Bank Statements', to: '/batch-payments/statements', for: ['admin'], within: 'Money', counts: 'bankLines' },
  { label: 'Loan Book',       to: '/admin/loan-book',           for: ['admin'], within: 'Money' },
  { label: 'Books',           to: '/admin/books',               for: ['admin'], within: 'Money' },
  { label: 'Figures',         to: '/admin/figures',             for: ['admin'], within: 'Money' },
];

// biome-ignore format: a table
const asideEntries: readonly NavigationEntry[] = [
  { label: 'Developer',      to: '/developer',           for: nonVendors },
  { label: 'Support',        opens: 'openSupport',       for: nonVendors },
  { label: 'Fee Calculator', opens: 'openFeeCalculator', for: nonVendors },
];

const entriesOf = (entries: readonly NavigationEntry[], role: Role) => entries.filter((e) => e.for.includes(role));

export const mainNavigation = (role: Role): NavigationEntry[] => entriesOf(mainEntries, role);
/** The main navigation of a wide window: links, and menus of links. Links of a group follow each other. */
export function navigationRow(role: Role): { label: string; entries: NavigationEntry[] }[] {
  const row = new Map<string, NavigationEntry[]>();
  for (const entry of mainNavigation(role)) {
    const label = entry.within ?? entry.label;
    row.set(label, [...(row.get(label) ?? []), entry]);
  }
  return [...row].map(([label, entries]) => ({ label, entries }));
}

export const asideNavigation = (role: Role): NavigationEntry[] => entriesOf(asideEntries, role);

/**
 * The pages that a role begins at: `first` after signing in, `root` at '/', `home` by the brand's link, `homeWithin` by
 * that link on a page of an organisation. A vendor with exactly one campaign begins at that campaign instead.
 */
// biome-ignore format: a table
export const startPages = {
  admin:       { first: '/today',        root: '/',             home: '/agencies',     homeWithin: '/'             },
  tenant_user: { first: '/today',        root: '/today',        home: '/agencies',     homeWithin: '/agencies'     },
  vendor:      { first: '/applications', root: '/applications', home: '/applications', homeWithin: '/applications' },
} as const satisfies Record<Role, Record<'first' | 'root' | 'home' | 'homeWithin', NavigationPath>>;

/** Where a person goes who has signed in and asked for no page. At '/' the web chooses the page of a payer. */
export const landingOf = (role: Role): string => (isPayer(role) ? '/' : startPages[role].first);

export const homePath = (role: Role, hasOrganisationInRoute: boolean): NavigationPath =>
  startPages[role][hasOrganisationInRoute ? 'homeWithin' : 'home'];

/** A payer opens a campaign at the payers' address, everyone else at its address within its organisation. */
export const opensAsPayer = (actor: Pick<Actor, 'role'>): boolean => isPayer(actor.role);

const notFound = "That campaign could not be found or you don't have access to it.";
export const noAccess = "Sorry, you don't have access to this page.";

/** The text in place of a campaign that does not exist or is out of scope. */
export const missingCampaignText = (actor: Pick<Actor, 'role'>): string => (isPayer(actor.role) ? noAccess : notFound);

/** Who may open a screen by its address. The server guards the data; this check avoids empty screens. */
// biome-ignore format: a table
export const screenAudience = {
  '/':                        ['admin'],
  '/today':                   nonVendors,
  '/notifications':           nonVendors,
  '/applications':            ['vendor'],
  '/admin/users':             ['admin'],
  '/batch-payments':          ['admin'],
  '/admin/figures':           ['admin'],
  '/admin/loan-book':         ['admin'],
  '/admin/messages':          ['admin'],
  '/admin/rates':             ['admin'],
  '/admin/reports':           ['admin'],
  '/admin/security':          ['admin'],
  '/admin/system':            ['admin'],
  '/agencies':                nonVendors,
  '/accounts/account-details': everyone,
  '/developer':               nonVendors,
} as const satisfies Record<string, Audience>;

export type GuardedPath = keyof typeof screenAudience;
export const mayOpen = (path: GuardedPath, { role }: Pick<Actor, 'role'>): boolean =>
  (screenAudience[path] as Audience).includes(role);
