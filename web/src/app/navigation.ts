import type { Actor, Role } from '@kerb/domain/access/actor.ts';

type Audience = readonly Role[];
const everyone: Audience = ['admin', 'tenant_user', 'vendor'];
const nonVendors: Audience = ['admin', 'tenant_user'];

export type NavigationPath =
  | '/'
  | '/agencies/dashboard'
  | '/applications'
  | '/agencies'
  | '/admin/users'
  | '/developer';
type DialogAction = 'openSupport' | 'openFeeCalculator';

export type NavigationEntry = { label: string; for: Audience } & (
  | { to: NavigationPath; opens?: undefined }
  | { opens: DialogAction; to?: undefined }
);

/** The links of the main navigation, in order. The 'aside' links are apart from the daily screens. */
// biome-ignore format: a table
const mainEntries: readonly NavigationEntry[] = [
  { label: 'Admin',         to: '/',                   for: ['admin']  },
  { label: 'Dashboard',     to: '/agencies/dashboard', for: nonVendors },
  { label: 'My Campaigns',  to: '/applications',       for: ['vendor'] },
  { label: 'Organisations', to: '/agencies',           for: nonVendors },
  { label: 'Users',         to: '/admin/users',        for: ['admin']  },
];

// biome-ignore format: a table
const asideEntries: readonly NavigationEntry[] = [
  { label: 'Developer',      to: '/developer',           for: nonVendors },
  { label: 'Support',        opens: 'openSupport',       for: nonVendors },
  { label: 'Fee Calculator', opens: 'openFeeCalculator', for: nonVendors },
];

const entriesOf = (entries: readonly NavigationEntry[], role: Role) => entries.filter((e) => e.for.includes(role));

export const mainNavigation = (role: Role): NavigationEntry[] => entriesOf(mainEntries, role);
export const asideNavigation = (role: Role): NavigationEntry[] => entriesOf(asideEntries, role);

/** The target of the brand's link. */
export function homePath(role: Role, hasOrganisationInRoute: boolean): NavigationPath {
  if (role === 'vendor') return '/applications';
  return role === 'admin' && hasOrganisationInRoute ? '/' : '/agencies';
}

/** Who may open a screen by its address. The server guards the data; this check avoids empty screens. */
// biome-ignore format: a table
export const screenAudience = {
  '/':                        ['admin'],
  '/applications':            ['vendor'],
  '/admin/users':             ['admin'],
  '/batch-payments':          ['admin'],
  '/agencies':                nonVendors,
  '/accounts/account-details': everyone,
  '/calculator':              nonVendors,
  '/developer':               nonVendors,
} as const satisfies Record<string, Audience>;

export type GuardedPath = keyof typeof screenAudience;
export const mayOpen = (path: GuardedPath, { role }: Pick<Actor, 'role'>): boolean =>
  (screenAudience[path] as Audience).includes(role);
