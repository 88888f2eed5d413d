import type { Role } from '@kerb/domain/access/actor.ts';
import { type CountryCode, countryCodes } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';

/** 'shell': the top of every screen. The other belongs to one place. */
export type BannerPlace = 'shell' | 'dashboard';

export type Banner = {
  /** Dismissals are remembered by it: a new wording that all should see again takes a new name. */
  id: string;
  place: BannerPlace;
  /** Both days are shown. */
  from: Day;
  until: Day;
  roles: readonly Role[];
  countries: readonly CountryCode[];
  title: string;
  text: string;
};

const nonVendors = ['admin', 'tenant_user'] as const;

/** Timed notices. One more notice is one more row; rows of past dates stay, and a sandbox shows them all. */
// biome-ignore format: a table
export const banners: readonly Banner[] = [
  { id: 'autumn-2024',      place: 'shell',     from: '2024-03-01', until: '2024-05-15', roles: nonVendors, countries: countryCodes, title: 'Autumn campaigns are open', text: 'Send a referral before 15 May and your vendor\'s marketing can be live this season.' },
  { id: 'holidays-2024',    place: 'dashboard', from: '2024-12-20', until: '2025-01-06', roles: nonVendors, countries: countryCodes, title: 'Happy holidays from all of us', text: 'Referrals can be sent throughout the break. Approvals continue on business days until 6 January.' },
];

export type BannerViewer = { role: Role; country: CountryCode; today: Day; sandbox: boolean };

/** What someone is shown in a place, apart from what they have dismissed. */
export function bannersFor(place: BannerPlace, viewer: BannerViewer, rows: readonly Banner[] = banners): Banner[] {
  const { role, country, today, sandbox } = viewer;
  return rows.filter(
    (banner) =>
      banner.place === place &&
      banner.roles.includes(role) &&
      banner.countries.includes(country) &&
      (sandbox || (banner.from <= today && today <= banner.until)),
  );
}
