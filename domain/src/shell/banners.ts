import type { Role } from '@kerb/domain/access/actor.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';

/** Below the title: 'shell' on every screen, 'dashboard' only there. */
export type BannerPlace = 'shell' | 'dashboard';

export type Banner = {
  /** Dismissals are stored by id: a new wording that everyone should see again needs a new id. */
  id: string;
  place: BannerPlace;
  /** Both days included. */
  from: Day;
  until: Day;
  roles: readonly Role[];
  title: string;
  text: string;
};

const nonVendors = ['admin', 'tenant_user'] as const;

/** Timed notices, one row each. Past rows are kept, and a sandbox shows them all, marked as a preview. */
// biome-ignore format: a table
export const banners: readonly Banner[] = [
  { id: 'autumn-2024',      place: 'shell',     from: '2024-03-01', until: '2024-05-15', roles: nonVendors, title: 'Autumn campaigns are open', text: 'Send a referral before 15 May and your vendor\'s marketing can be live this season.' },
  { id: 'holidays-2024',    place: 'dashboard', from: '2024-12-20', until: '2025-01-06', roles: nonVendors, title: 'Happy holidays from all of us', text: 'Referrals can be sent throughout the break. Approvals continue on business days until 6 January.' },
];

export type BannerViewer = {
  role: Role;
  country: Pick<CountryRules, 'banners' | 'supportPages'>;
  today: Day;
  sandbox: boolean;
};

export type Window = { from: Day; until: Day };

/** Whether today is within the window, both days included. */
export const isWithin = ({ from, until }: Window, today: Day): boolean => from <= today && today <= until;

/** A banner to show. A preview is outside its window, and only a sandbox shows it. */
export type ShownBanner = Banner & { isPreview: boolean };

/** The banners for a viewer in a place, dismissed ones included. */
export function bannersFor(place: BannerPlace, viewer: BannerViewer): ShownBanner[] {
  const { role, country, today, sandbox } = viewer;
  return banners
    .filter((banner) => banner.place === place && banner.roles.includes(role) && country.banners.includes(banner.id))
    .map((banner) => ({ ...banner, isPreview: !isWithin(banner, today) }))
    .filter(({ isPreview }) => sandbox || !isPreview);
}
