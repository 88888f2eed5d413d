import {
  type InvoiceContact,
  invoiceContactLabels,
  invoiceContacts,
  secondaryContacts,
  settlementsTeam,
} from '@kerb/domain/organisations/invoice-contacts.ts';
import { labelOfSetting } from '@kerb/domain/organisations/setting-fields.ts';
import { defaultForPartner } from '@kerb/domain/organisations/setting-rules.ts';
import { markOf, type SettingsPart } from '@kerb/web/features/organisation-settings/setting-input.tsx';
import {
  amlLabels,
  conveyancerDefaultLabels,
  partnerLabels,
} from '@kerb/web/features/organisation-settings/setting-words.ts';
import classes from '@kerb/web/features/organisation-settings/settings.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Whether the agent is asked about the vendor's AML check, and the default response. */
export function AmlFields({ form, settings }: SettingsPart) {
  const { amlDelegationSettings: aml } = form.form.values;
  const labels = aml.askAgent ? amlLabels : { no: amlLabels.no, yes: amlLabels.yes };
  return (
    <div className={classes.dependent}>
      <Checkbox
        label="Ask the agent"
        {...markOf(settings, 'amlDelegationSettings')}
        checked={aml.askAgent}
        onChange={({ currentTarget: { checked } }) =>
          form.form.setFieldValue('amlDelegationSettings', {
            askAgent: checked,
            // If nobody is asked, 'agent must select' is not a possible default.
            defaultResponse: !checked && aml.defaultResponse === '' ? 'no' : aml.defaultResponse,
          })
        }
      />
      <NativeSelect
        label="Default AML response"
        data={optionsOf(labels)}
        {...form.field('amlDelegationSettings.defaultResponse')}
      />
    </div>
  );
}

export function ConveyancerFields({ form, settings }: SettingsPart) {
  const country = countryRules();
  const partners = country.conveyancerPartners.map((value) => ({ value, label: partnerLabels[value] }));
  return (
    <div className={classes.dependent}>
      <NativeSelect
        label="Partner"
        data={partners}
        {...markOf(settings, 'recommendConveyancerSettings')}
        {...form.field('recommendConveyancerSettings.partnerName')}
        onChange={({ currentTarget: { value } }) =>
          form.form.setFieldValue('recommendConveyancerSettings', {
            partnerName: value as (typeof country.conveyancerPartners)[number],
            defaultResponse: defaultForPartner(value) ?? '',
          })
        }
      />
      <NativeSelect
        label={`Default ${country.conveyancerLabel.toLowerCase()} response`}
        data={optionsOf(conveyancerDefaultLabels)}
        {...form.field('recommendConveyancerSettings.defaultResponse')}
      />
    </div>
  );
}

export function EquityReferral({ form, settings }: SettingsPart) {
  return (
    <Stack gap="sm">
      <TextInput
        label="Equity referral subject"
        maxLength={200}
        {...markOf(settings, 'equityReferralSettings')}
        {...form.field('equityReferralSettings.subject')}
      />
      <Textarea
        label={labelOfSetting('equityReferralSettings', countryRules())}
        description="Goes to the payers once, when a settlement date is first saved. Nothing is sent while it or its subject is empty."
        rows={4}
        resize="vertical"
        maxLength={4_000}
        {...form.field('equityReferralSettings.body')}
      />
    </Stack>
  );
}

/** The recipients of the invoice at settlement. Another primary contact resets the others. */
export function InvoiceContacts({ form, settings }: SettingsPart) {
  const country = countryRules();
  const labels = invoiceContactLabels(country);
  const { settlementInvoiceContactPrimary: primary, settlementInvoiceContactsSecondary: secondary } = form.form.values;
  const chosen = [...new Set([...secondary, settlementsTeam])];
  const setSecondary = (next: readonly InvoiceContact[], to = primary) =>
    form.form.setFieldValue('settlementInvoiceContactsSecondary', [
      ...secondaryContacts(next, (to || null) as InvoiceContact),
    ]);
  return (
    <div className={classes.fields}>
      <NativeSelect
        label={labelOfSetting('settlementInvoiceContactPrimary', country)}
        data={[{ value: '', label: 'None' }, ...optionsOf(labels)]}
        {...markOf(settings, 'settlementInvoiceContactPrimary')}
        {...form.field('settlementInvoiceContactPrimary')}
        onChange={({ currentTarget: { value } }) => {
          form.form.setFieldValue('settlementInvoiceContactPrimary', value as InvoiceContact);
          setSecondary([], value as InvoiceContact);
        }}
      />
      <Checkbox.Group
        label={labelOfSetting('settlementInvoiceContactsSecondary', country)}
        value={chosen}
        onChange={(next) => setSecondary(next as InvoiceContact[])}
        {...markOf(settings, 'settlementInvoiceContactsSecondary')}
      >
        <Stack gap="xs" mt="xs">
          {invoiceContacts
            .filter((contact) => contact === settlementsTeam || contact !== primary)
            .map((contact) => (
              <Checkbox key={contact} value={contact} label={labels[contact]} disabled={contact === settlementsTeam} />
            ))}
        </Stack>
      </Checkbox.Group>
    </div>
  );
}
