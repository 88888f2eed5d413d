import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { formatAccountNumbers, formatBankAccount, parseBankAccount } from '@kerb/domain/organisations/bank-accounts.ts';
import { formatBusinessNumber } from '@kerb/domain/organisations/business-numbers.ts';
import { type SettingName, type Settings, settingNames } from '@kerb/domain/organisations/setting-fields.ts';
import { isSameSetting, newSettings } from '@kerb/domain/organisations/setting-values.ts';
import { savedSettings, type TenantSettings } from '@kerb/domain/organisations/settings.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { type ContractFormState, useContractForm } from '@kerb/web/design/form.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useSettingsChanges } from '@kerb/web/features/organisation-settings/settings.queries.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { type RefObject, useEffect, useRef } from 'react';

type Typed<Value> = Value extends string | null
  ? string
  : Value extends object
    ? { [Part in keyof Value]: Typed<Value[Part]> }
    : Value;
type Account = { accountName: string; bsbNumber: string; accountNumber: string };
/** The values of the form: typed text, empty if there is none. */
export type SettingValues = Omit<{ [Name in SettingName]: Typed<Settings[Name]> }, 'bankAccount' | 'logo'> & {
  bankAccount: Account;
  logo: number | null;
};
export type SettingsFormState = ContractFormState<SettingValues>;

const typed = (value: unknown): unknown => {
  if (value === null) return '';
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([part, held]) => [part, typed(held)]));
};

function accountTyped(account: Settings['bankAccount'] | undefined, country: CountryRules): Account {
  const { accountName, bsbNumber = null, accountNumber } = account ?? {};
  const shown = formatAccountNumbers({ bsbNumber, accountNumber: accountNumber ?? '' }, country);
  return { accountName: accountName ?? '', bsbNumber: shown.bsbNumber ?? '', accountNumber: shown.accountNumber };
}

/** The initial values of the form. Hidden fields are present and empty, and never sent. */
export function valuesOf(settings: Partial<Settings>): SettingValues {
  const country = countryRules();
  const whole = { ...newSettings({ name: '', type: 'agency', defaultTimeZone: '' }, country), ...settings };
  const values = Object.fromEntries(settingNames.map((name) => [name, typed(whole[name])])) as SettingValues;
  return {
    ...values,
    abn: whole.abn ? formatBusinessNumber(whole.abn, country) : '',
    logo: whole.logo,
    bankAccount: accountTyped(whole.bankAccount, country),
  };
}

const orNull = <Value extends string>(value: Value) => (value === '' ? null : value);

function toSettings(values: SettingValues): Record<SettingName, unknown> {
  const { amlDelegationSettings: aml, recommendConveyancerSettings: recommend, bankAccount } = values;
  const isNoAccount = Object.values(bankAccount).every((part) => part.replace(/[\s-]/g, '') === '');
  return {
    ...values,
    bankAccount: isNoAccount ? null : bankAccount,
    amlDelegationSettings: { ...aml, defaultResponse: orNull(aml.defaultResponse) },
    recommendConveyancerSettings: { ...recommend, defaultResponse: orNull(recommend.defaultResponse) },
    settlementInvoiceContactPrimary: orNull(values.settlementInvoiceContactPrimary),
  };
}

/** Shows the padded number for confirmation: a BSB that lost a digit would be another bank's. */
async function isAccountMeant(base: SettingValues, { bankAccount }: SettingValues): Promise<boolean> {
  if (isSameSetting(base.bankAccount, bankAccount)) return true;
  const country = countryRules();
  const read = parseBankAccount(bankAccount, country);
  if (!read.ok || !read.value || Object.keys(read.value.warnings).length === 0) return true;
  const { account, warnings } = read.value;
  return confirm({
    title: 'Is this the right bank account?',
    text: `${account.accountName}: ${formatBankAccount(account, country)}. ${Object.values(warnings).join(' ')}`,
    confirmLabel: 'Yes, it is right',
    cancelLabel: 'Change it',
  });
}

type Base = { version: string | undefined; values: SettingValues };

/** Adopts saved values, the user's or another's, while nothing is typed. Otherwise a save shows the conflict. */
function useFollowing({ form, isDirty }: SettingsFormState, base: RefObject<Base>, newest: Base): void {
  const latest = useRef(newest);
  latest.current = newest;
  const { setValues, setInitialValues, resetDirty } = form;
  const { version } = newest;
  useEffect(() => {
    if (isDirty || base.current.version === version) return;
    const { values } = latest.current;
    base.current = latest.current;
    setInitialValues(values);
    setValues(values);
    resetDirty(values);
  }, [version, isDirty, base, setValues, setInitialValues, resetDirty]);
}

/** The values to edit: a manager edits the pending values, an admin the live ones. */
const standing = (value: TenantSettings, isDirect: boolean): SettingValues =>
  valuesOf((isDirect ? value : { ...value, ...value.draftContent }) as Partial<Settings>);

const words = {
  direct: { busyText: savingText, savedText: 'Saved' },
  draft: { busyText: 'Submitting changes...', savedText: 'Done' },
} as const;

/** The form of all settings that the user may change. It sends only the changed fields. */
export function useSettingsForm({ value, version }: Versioned<TenantSettings>, isDirect: boolean): SettingsFormState {
  const { save, reload } = useSettingsChanges(value.id);
  const { busyText, savedText } = words[isDirect ? 'direct' : 'draft'];
  const base = useRef<Base>({ version, values: standing(value, isDirect) });
  const changed = (values: SettingValues) =>
    settingNames.filter((name) => !isSameSetting(base.current.values[name], values[name]));
  const form: SettingsFormState = useContractForm({
    body: savedSettings,
    initialValues: base.current.values,
    toBody: (values) => {
      const whole = toSettings(values);
      const names = changed(values);
      const sent = Object.fromEntries(names.map((name) => [name, whole[name]]));
      // A changed account was asked about before the form submits.
      return names.includes('bankAccount') ? { ...sent, bankAccountConfirmed: true } : sent;
    },
    submit: async (changes) => {
      await withProgress(busyText, () => save(changes, base.current.version));
      toast.success(savedText);
    },
    reload: async () => {
      const newest = await reload();
      const theirs = standing(newest.value, isDirect);
      const mine = changed(form.form.getValues());
      for (const name of settingNames) {
        if (!mine.includes(name)) form.form.setFieldValue(name, theirs[name] as never);
      }
      base.current = { version: newest.version, values: theirs };
      return theirs;
    },
  });
  useFollowing(form, base, { version, values: standing(value, isDirect) });
  return {
    ...form,
    onSubmit: (event) => {
      event?.preventDefault();
      void isAccountMeant(base.current.values, form.form.getValues()).then((meant) => meant && form.onSubmit());
    },
  };
}
