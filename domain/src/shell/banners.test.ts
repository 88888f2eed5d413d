import { countries } from '@kerb/domain/countries/countries.ts';
import { type BannerViewer, banners, bannersFor } from '@kerb/domain/shell/banners.ts';
import { describe, expect, it } from 'vitest';

const agent: BannerViewer = { role: 'tenant_user', country: countries.AU, today: '2024-04-01', sandbox: false };
const idsFor = (place: Parameters<typeof bannersFor>[0], viewer: BannerViewer) =>
  bannersFor(place, viewer).map((banner) => banner.id);

describe('a timed banner', () => {
  it.each([
    ['2024-02-29', []],
    ['2024-03-01', ['autumn-2024']],
    ['2024-05-15', ['autumn-2024']],
    ['2024-05-16', []],
  ])('of the shell on %s: %j', (today, ids) => {
    expect(idsFor('shell', { ...agent, today })).toEqual(ids);
  });

  it.each([
    ['2024-12-19', []],
    ['2024-12-20', ['holidays-2024']],
    ['2025-01-06', ['holidays-2024']],
    ['2025-01-07', []],
  ])('of the dashboard on %s: %j', (today, ids) => {
    expect(idsFor('dashboard', { ...agent, today })).toEqual(ids);
  });

  it('is shown in a sandbox whatever the date', () => {
    expect(idsFor('shell', { ...agent, today: '2030-01-01', sandbox: true })).toEqual(['autumn-2024']);
  });

  it('is marked as a preview outside its dates', () => {
    const isPreviewOn = (today: string) =>
      bannersFor('shell', { ...agent, today, sandbox: true }).map(({ isPreview }) => isPreview);
    expect(['2024-02-29', '2024-03-01', '2024-05-15', '2024-05-16'].map(isPreviewOn)).toEqual([
      [true],
      [false],
      [false],
      [true],
    ]);
  });

  it('is never shown to a vendor, sandbox or not', () => {
    for (const place of ['shell', 'dashboard'] as const) {
      expect(idsFor(place, { ...agent, role: 'vendor', sandbox: true })).toEqual([]);
    }
  });

  it('of one country is not shown in another', () => {
    const without = { ...countries.AU, banners: ['holidays-2024'] };
    expect(idsFor('shell', { ...agent, country: without, sandbox: true })).toEqual([]);
    expect(idsFor('shell', { ...agent, country: countries.NZ, sandbox: true })).toEqual(['autumn-2024']);
  });

  it('that a country lists exists', () => {
    const ids = banners.map(({ id }) => id);
    for (const country of Object.values(countries)) expect(ids).toEqual(expect.arrayContaining([...country.banners]));
  });

  it('has a unique name, and a window that begins before it ends', () => {
    expect(new Set(banners.map(({ id }) => id)).size).toBe(banners.length);
    for (const { from, until } of banners) expect(from <= until).toBe(true);
  });
});
