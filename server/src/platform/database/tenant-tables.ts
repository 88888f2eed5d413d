import type { SettingName } from '@kerb/domain/organisations/setting-fields.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';
import type { Generated } from 'kysely';

/** The settings of the domain's table that have a column of their own name. */
type SettingColumns = {
  [Name in Exclude<SettingName, keyof OwnTenantColumns | 'logo' | 'bankAccount'>]: Generated<unknown>;
};

type OwnTenantColumns = {
  id: Generated<number>;
  type: OrganisationType;
  name: string;
  identifier: string | null;
  defaultTimeZone: string;
  enableDeposits: Generated<boolean>;
  allowAddingProperty: Generated<boolean>;
  lastAgreementCreateDate: string | null;
  createdDate: string;
  lastUpdateDate: string;
  version: Generated<number>;
  draftContent: Generated<unknown>;
  logoAssetId: Generated<number | null>;
  legalName: Generated<string | null>;
  abn: Generated<string | null>;
  batchPaymentSchedule: Generated<string>;
  bankAccountName: Generated<string | null>;
  bankBsbNumber: Generated<string | null>;
  bankAccountNumber: Generated<string | null>;
  bankAccountChangedDate: Generated<string | null>;
};
export type Tenants = OwnTenantColumns & SettingColumns;
