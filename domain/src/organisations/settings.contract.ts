import { invoiceContacts } from '@kerb/domain/organisations/invoice-contacts.ts';
import { optionFlagShape } from '@kerb/domain/organisations/option-flags.ts';
import { type SettingName, settingNames, settingShape } from '@kerb/domain/organisations/setting-fields.ts';
import { organisationTypes } from '@kerb/domain/vocabulary/organisation-types.ts';
import { digits, id, moment, paragraph, queryFlag } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const settingName = z.enum(settingNames as [SettingName, ...SettingName[]]);
/** Fields that the reader may not see are left out. */
const partialSettings = z.partial(z.object(settingShape));

/** A pending change: its field, who asked for it and when. */
const pendingChange = z.object({
  field: settingName,
  userName: z.string(),
  date: moment,
  isOwn: z.boolean(),
  /** Why the reader cannot apply it, although they may apply others; null if they can. */
  refusal: z.nullable(z.string()),
  /** What the second person should check, such as a bank account of unusual length. */
  warnings: z.array(z.string()),
});

export const tenantSettings = z.extend(partialSettings, {
  id,
  href: z.string(),
  type: z.enum(organisationTypes),
  logoUrl: z.nullable(z.string()),
  lastAgreementCreateDate: z.nullable(moment),
  ...optionFlagShape,
  loanInvoiceContacts: z.array(
    z.object({
      type: z.literal('settlement'),
      primary: z.nullable(z.enum(invoiceContacts)),
      secondary: z.array(z.enum(invoiceContacts)),
    }),
  ),
  /** The pending changes; null if there are none. */
  draftContent: z.nullable(partialSettings),
  draftLogoUrl: z.nullable(z.string()),
  pendingChanges: z.array(pendingChange),
  /** A confirmed bank account that takes effect later; null if there is none. The note is for admins. */
  bankAccountNext: z.nullable(
    z.object({ account: settingShape.bankAccount, date: moment, callBackNote: z.nullable(z.string()) }),
  ),
});
export type TenantSettings = z.output<typeof tenantSettings>;

/** `bankAccountConfirmed`: the account is right although it was read with a warning. */
export const savedSettings = z.partial(z.strictObject({ ...settingShape, bankAccountConfirmed: z.boolean() }));
/** All of the draft, or only these fields. */
const draftFields = z.strictObject({ fields: z.optional(z.array(settingName).check(z.minLength(1))) });

/** A bank account is applied with a note about the call to the organisation. */
const appliedFields = z.extend(draftFields, { callBackNote: z.optional(paragraph(1_000)) });

const one = z.object({ tenantId: digits });
/** An uploaded logo is redrawn to fit into this box. No larger picture is kept. */
export const logoBox = { width: 640, height: 192 } as const;
/** Twice the size of the logo in the bar, for high-resolution screens. */
export const smallLogo = { width: 320, height: 96 } as const;
const logoQuery = z.object({
  draft: z._default(queryFlag, false),
  size: z._default(z.enum(['full', 'small']), 'full'),
  v: z.optional(z.string()),
});

// biome-ignore format: a table
export const settingsEndpoints = defineEndpoints({
  read:   { method: 'GET',    path: '/v1/tenants/{tenantId}/settings', permission: 'tenant.settings', summary: 'Read the settings of an organisation and its pending changes', params: one, response: tenantSettings, versioned: true },
  save:   { method: 'PUT',    path: '/v1/tenants/{tenantId}/settings', permission: 'tenant.settings', summary: 'Change settings: an admin’s change is live, a manager’s is a draft, a bank account needs a second person', params: one, body: savedSettings, response: tenantSettings, versioned: true, ifMatch: true, proof: { bankAccount: 'any value' } },
  apply:  { method: 'POST',   path: '/v1/tenants/{tenantId}/settings/apply', permission: 'tenant.approve', summary: 'Apply all or some pending changes; a bank account needs a call-back note and takes effect after 24 hours', params: one, body: appliedFields, response: tenantSettings, versioned: true, ifMatch: true, proof: 'always' },
  reject: { method: 'POST',   path: '/v1/tenants/{tenantId}/settings/reject', permission: 'tenant.approve', summary: 'Reject all or some pending changes', params: one, body: draftFields, response: tenantSettings, versioned: true, ifMatch: true },
  stopBankChange: { method: 'POST', path: '/v1/tenants/{tenantId}/settings/stop-bank-change', permission: 'tenant.settings', summary: 'Stop a confirmed bank account before it takes effect', params: one, response: tenantSettings, versioned: true, ifMatch: true },
  logo:   { method: 'GET',    path: '/v1/tenants/{tenantId}/logo', permission: 'tenant.read', summary: 'Download the current or the pending logo of an organisation, in full or small size', params: one, query: logoQuery, file: 'image/*' },
  delete: { method: 'DELETE', path: '/v1/tenants/{tenantId}', permission: 'tenant.delete', summary: 'Delete an organisation that has no campaigns', params: one },
});
