import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { Settings } from '@kerb/domain/organisations/setting-fields.ts';
import type { DemoFiling } from '@kerb/server/demo/file-document.ts';
import { aLogo, brandColourOf } from '@kerb/server/demo/make-file.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { saveSettings } from '@kerb/server/features/organisations/save-settings.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sandboxCountries } from '@kerb/server/sandbox-countries/sandbox-countries.ts';
import { type OrganisationKey, organisationKeys } from '@kerb/server/sandbox-countries/sandbox-country.ts';

/** The settings of a demo organisation: an invented street in the first of its places. */
function settingsOf({ deps }: Work, key: OrganisationKey): Partial<Settings> {
  const { organisations, streets, officePhones, smsSenderNames } = sandboxCountries[deps.country.code];
  const { places } = organisations[key];
  const at = organisationKeys.indexOf(key);
  const { address2 = null, city = null, state = null, postalCode = null } = places[0] ?? {};
  return {
    billingAddress: {
      address: `${10 + at} ${streets[at]}`,
      address2,
      address3: null,
      city,
      state,
      postalCode,
      phone: officePhones[at] ?? null,
    },
    smsSenderName: smsSenderNames[key] ?? null,
  };
}

async function save(work: Work, actor: Actor | undefined, tenantId: number, sent: Partial<Settings>): Promise<void> {
  if (!actor) throw new Error('a person is missing in the demo data');
  await saveSettings({ ...work, actor }, must(accessScopeOf(actor, 'tenant.settings'), 'right to the settings'), {
    tenantId,
    sent,
    ifMatch: null,
  });
}

/** Gives each organisation its settings, and leaves one manager's changes as a draft. */
export async function setOrganisationSettings(
  work: Work,
  { actors, tenantIds }: DemoRecords,
  filing: DemoFiling,
): Promise<void> {
  for (const [at, key] of organisationKeys.entries()) {
    const admin = must(actors.get('admin@example.com'), 'admin of the demo');
    const picture = { fileName: 'logo.png', lines: [], draw: () => aLogo(at), use: 'logo' } as const;
    const logo = await filing.keep({ ...work, actor: admin }, tenantIds[key], picture);
    await save(work, admin, tenantIds[key], { ...settingsOf(work, key), logo, brandColour: brandColourOf(at) });
  }
  const { valley } = sandboxCountries[work.deps.country.code].organisations;
  await save(work, actors.get('manager.two@example.com'), tenantIds.valley, {
    brandName: `${valley.name} & Partners`,
    principalAgentName: 'Marcus Exemplar',
  });
}
