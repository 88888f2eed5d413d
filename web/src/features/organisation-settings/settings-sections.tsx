import type { Role } from '@kerb/domain/access/actor.ts';
import { organisationTypeLabels } from '@kerb/domain/organisations/organisations.contract.ts';
import {
  isKept,
  isOfType,
  labelOfSetting,
  mayChangeSetting,
  type SettingName,
  settingFields,
  settingNames,
} from '@kerb/domain/organisations/setting-fields.ts';
import type { TenantSettings } from '@kerb/domain/organisations/settings.contract.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { AddressFields } from '@kerb/web/features/organisation-settings/address.form.tsx';
import { BankFields, ScheduleFields } from '@kerb/web/features/organisation-settings/bank.form.tsx';
import { BrandColourField } from '@kerb/web/features/organisation-settings/brand-colour-field.tsx';
import { BackLink, BrandDisplay, SmsSender } from '@kerb/web/features/organisation-settings/branding.form.tsx';
import { LogoField } from '@kerb/web/features/organisation-settings/logo-field.tsx';
import {
  AmlFields,
  ConveyancerFields,
  EquityReferral,
  InvoiceContacts,
} from '@kerb/web/features/organisation-settings/rules.form.tsx';
import { markOf, SettingInput, type SettingsPart } from '@kerb/web/features/organisation-settings/setting-input.tsx';
import classes from '@kerb/web/features/organisation-settings/settings.module.css';
import { SettingsFacts } from '@kerb/web/features/organisation-settings/settings-facts.tsx';
import { TimeZoneField } from '@kerb/web/features/organisation-settings/time-zone-field.tsx';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { NativeSelect, Stack } from '@mantine/core';
import { type ComponentType, Fragment, type ReactNode } from 'react';

type Section = (typeof settingFields)[SettingName]['section'];

// biome-ignore format: a table
const titles: Record<Section, string> = {
  profile:     'Profile',
  branding:    'Branding',
  address:     'Address',
  bank:        'Bank',
  identifiers: 'Identifiers',
  settings:    'Settings',
  reminders:   'Reminders',
  invoices:    'Settlement invoice contacts',
};

function TypeField({ form, settings }: SettingsPart) {
  const data = Object.entries(organisationTypeLabels).map(([value, label]) => ({ value, label }));
  return (
    <NativeSelect
      label={labelOfSetting('type', countryRules())}
      data={data}
      {...markOf(settings, 'type')}
      {...form.field('type')}
    />
  );
}

/** Settings whose input is more than text or a checkbox; null if another setting's input includes them. */
const inputs: Partial<Record<SettingName, ComponentType<SettingsPart> | null>> = {
  type: TypeField,
  defaultTimeZone: TimeZoneField,
  logo: LogoField,
  websiteUrl: BackLink,
  brandColour: BrandColourField,
  brandSettings: BrandDisplay,
  smsSenderName: SmsSender,
  billingAddress: AddressFields,
  bankAccount: BankFields,
  batchPaymentSchedule: ScheduleFields,
  recommendConveyancerSettings: ConveyancerFields,
  amlDelegationSettings: AmlFields,
  equityReferralSettings: EquityReferral,
  settlementInvoiceContactPrimary: InvoiceContacts,
  settlementInvoiceContactsSecondary: null,
};

/** Details that matter only while their switch is on. */
const switches: Partial<Record<SettingName, 'amlDelegation' | 'recommendConveyancer'>> = {
  amlDelegationSettings: 'amlDelegation',
  recommendConveyancerSettings: 'recommendConveyancer',
};

const namesIn = (section: Section, settings: TenantSettings, type: TenantSettings['type']): SettingName[] =>
  settingNames.filter(
    (name) =>
      settingFields[name].section === section &&
      name in settings &&
      isKept(name, countryRules()) &&
      isOfType(name, type),
  );

const isWide = (name: SettingName) =>
  [
    'billingAddress',
    'bankAccount',
    'batchPaymentSchedule',
    'settlementInvoiceContactPrimary',
    'equityReferralSettings',
    'internalNotes',
    'amlDelegationSettings',
    'recommendConveyancerSettings',
  ].includes(name);

function Inputs({ names, ...part }: SettingsPart & { names: readonly SettingName[] }) {
  const shown = names.filter((name) => {
    const owner = switches[name];
    return !owner || part.form.form.values[owner];
  });
  const drawn = (name: SettingName): ReactNode => {
    const Own = inputs[name];
    if (Own === null) return null;
    return Own ? <Own {...part} /> : <SettingInput {...part} name={name} />;
  };
  const narrow = shown.filter((name) => !isWide(name) && inputs[name] !== null);
  return (
    <Stack gap="md">
      {narrow.length > 0 && (
        <div className={classes.fields}>
          {narrow.map((name) => (
            <Fragment key={name}>{drawn(name)}</Fragment>
          ))}
        </div>
      )}
      {shown.filter(isWide).map((name) => (
        <Fragment key={name}>{drawn(name)}</Fragment>
      ))}
    </Stack>
  );
}

const sections = Object.keys(titles) as Section[];

/** Every section with its inputs; settings that the user may not change are plain text. */
export function EditableSections({ role, ...part }: SettingsPart & { role: Role }) {
  return sections.map((section) => {
    const names = namesIn(section, part.settings, part.form.form.values.type as OrganisationType);
    const isMine = (name: SettingName) => mayChangeSetting(name, role);
    const [mine, others] = [
      names.filter(isMine),
      names.filter((name) => !isMine(name)).filter(isInForce(part.settings)),
    ];
    if (names.length === 0) return null;
    return (
      <Surface key={section} title={titles[section]}>
        <Stack gap="md">
          {mine.length > 0 && <Inputs {...part} names={mine} />}
          {others.length > 0 && <SettingsFacts settings={part.settings} names={others} showsDraft={false} />}
        </Stack>
      </Surface>
    );
  });
}

const isInForce = (settings: TenantSettings) => (name: SettingName) => {
  const owner = switches[name];
  return !owner || settings[owner] === true;
};

export function PlainSections({ settings, showsDraft }: { settings: TenantSettings; showsDraft: boolean }) {
  return sections.map((section) => {
    const names = namesIn(section, settings, settings.type).filter(isInForce(settings));
    return (
      names.length > 0 && (
        <Surface key={section} title={titles[section]}>
          <SettingsFacts settings={settings} names={names} showsDraft={showsDraft} />
        </Surface>
      )
    );
  });
}
