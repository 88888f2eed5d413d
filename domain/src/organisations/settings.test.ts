import { countries } from '@kerb/domain/countries/countries.ts';
import { secondaryContacts } from '@kerb/domain/organisations/invoice-contacts.ts';
import {
  isKept,
  isOfType,
  labelOfSetting,
  mayChangeSetting,
  maySeeSetting,
  type Settings,
  savesDirectly,
  settingFields,
  settingNames,
} from '@kerb/domain/organisations/setting-fields.ts';
import { decideSettings, defaultForPartner } from '@kerb/domain/organisations/setting-rules.ts';
import { isSameSetting, newSettings } from '@kerb/domain/organisations/setting-values.ts';
import { savedSettings } from '@kerb/domain/organisations/settings.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const { AU, NZ } = countries;
const timeZones = ['Australia/Sydney', 'Pacific/Auckland'];
const agency = newSettings({ name: 'Harbour', type: 'agency', defaultTimeZone: 'Australia/Sydney' }, AU);
type Asked = { isAdmin?: boolean; country?: typeof AU; current?: Settings; isAccountConfirmed?: boolean };
const decide = (sent: Partial<Settings>, more: Asked = {}) => {
  const { isAdmin = true, country = AU, current = agency, isAccountConfirmed = false } = more;
  return decideSettings(current, sent, { isAdmin, country, timeZones, isAccountConfirmed });
};
const errorsOf = (...of: Parameters<typeof decide>) => {
  const decision = decide(...of);
  return decision.ok ? [] : Object.keys(decision.validation ?? {});
};
const allowedOf = (...of: Parameters<typeof decide>) => {
  const decision = decide(...of);
  if (!decision.ok) throw new Error(decision.because);
  return decision.value;
};
const address = (change: Partial<Settings['billingAddress']>) => ({
  billingAddress: { ...agency.billingAddress, ...change },
});

describe('settings on the wire', () => {
  it('store empty text as null', () => {
    expect(z.decode(savedSettings, { legalName: '  ', brandName: ' Harbour ' })).toEqual({
      legalName: null,
      brandName: 'Harbour',
    });
  });

  // biome-ignore format: a table
  it.each([['', true], ['W1', true], ['W7', true], ['M1', true], ['M28', true], ['W8', false], ['M29', false], ['M0', false], ['D1', false]])(
    'accept %o as a batch schedule: %s', (batchPaymentSchedule, isTaken) => {
      expect(z.safeDecode(savedSettings, { batchPaymentSchedule }).success).toBe(isTaken);
    });
});

describe('a brand colour on the wire', () => {
  const read = (brandColour: string) => z.safeDecode(savedSettings, { brandColour });

  it('is stored in one form', () => {
    for (const typed of ['#1A6B54', '1a6b54', ' #1A6b54 '])
      expect(read(typed).data).toEqual({ brandColour: '#1a6b54' });
    expect(read(' ').data).toEqual({ brandColour: null });
  });

  it.each(['green', '#12345', 'rgb(1,2,3)', '#1a6b54;}'])('is refused if it is %s', (typed) => {
    expect(read(typed).success).toBe(false);
  });
});

describe('the settings of a country and an organisation type', () => {
  it('differ', () => {
    const kept = (country: typeof AU) =>
      (
        [
          'batchPaymentSchedule',
          'xeroContactRef',
          'domainAdvertiserRef',
          'reaAdvertiserRef',
          'trademeAccountId',
          'smsSenderName',
        ] as const
      ).filter((name) => isKept(name, country));
    const australian = ['batchPaymentSchedule', 'xeroContactRef', 'domainAdvertiserRef', 'reaAdvertiserRef'];
    expect(kept(AU)).toEqual([...australian, 'smsSenderName']);
    expect(kept(NZ)).toEqual(['trademeAccountId']);
    expect([isOfType('enableDeposits', 'supplier'), isOfType('recommendAgency', 'supplier')]).toEqual([false, true]);
  });

  it('have the country’s own labels', () => {
    expect([labelOfSetting('abn', AU), labelOfSetting('abn', NZ)]).toEqual(['ABN', 'NZBN']);
    expect(labelOfSetting('recommendConveyancer', NZ)).toBe('Recommend lawyer');
  });

  it('are the only ones that can be saved', () => {
    expect(errorsOf({ trademeAccountId: '12' })).toEqual(['trademeAccountId']);
    expect(errorsOf({ trademeAccountId: null })).toEqual([]);
    expect(errorsOf({ type: 'supplier', enableDeposits: true })).toEqual(['enableDeposits']);
    expect(
      errorsOf({ recommendConveyancerSettings: { partnerName: 'conveyu', defaultResponse: null } }, { country: NZ }),
    ).toEqual(['recommendConveyancerSettings.partnerName']);
  });
});

describe('a save of settings', () => {
  it('changes only what differs, whatever the order of the keys', () => {
    const { phone, ...rest } = agency.billingAddress;
    expect(allowedOf({ name: 'Harbour', billingAddress: { phone, ...rest } })).toEqual({});
    expect(isSameSetting({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
    expect(isSameSetting(['a'], ['a', 'b'])).toBe(false);
  });

  // biome-ignore format: a table
  it.each<[Partial<Settings>, string]>([
    [{ abn: '51 824 753 557' },                       'abn'],
    [{ name: '海港地产' },                            'name'],
    [{ legalName: 'ООО Гавань' },                     'legalName'],
    [{ websiteUrl: 'javascript:alert(1)' },           'websiteUrl'],
    [{ websiteUrl: 'https://us@elsewhere.example' },  'websiteUrl'],
    [{ smsSenderName: '0412345678' },                 'smsSenderName'],
    [{ smsSenderName: 'Bay & Co' },                   'smsSenderName'],
    [{ smsSenderName: 'Bo' },                         'smsSenderName'],
    [{ defaultTimeZone: 'Mars/Base' },                'defaultTimeZone'],
    [address({ postalCode: '10000' }),                'billingAddress.postalCode'],
    [address({ postalCode: '800' }),                  'billingAddress.postalCode'],
    [address({ state: 'ZZ' }),                        'billingAddress.state'],
    [address({ address2: 'Level 2' }),                'billingAddress.address2'],
    [address({ phone: 'call me' }),                   'billingAddress.phone'],
    [{ bankAccount: { accountName: 'Trust', bsbNumber: '1234567', accountNumber: '12345678' } }, 'bankAccount.bsbNumber'],
    [{ bankAccount: { accountName: null, bsbNumber: '062000', accountNumber: '12345678' } },     'bankAccount.accountName'],
  ])('refuses %o under %s', (sent, field) => {
    expect(errorsOf(sent)).toEqual([field]);
  });

  it('stores numbers as digits, and no account if all of it is empty', () => {
    expect(allowedOf({ abn: '51 824 753 556' })).toEqual({ abn: '51824753556' });
    const bankAccount = { accountName: 'Trust', bsbNumber: '062-000', accountNumber: '1234 5678' };
    expect(allowedOf({ bankAccount })).toEqual({
      bankAccount: { accountName: 'Trust', bsbNumber: '062000', accountNumber: '12345678' },
    });
    expect(allowedOf({ bankAccount: { accountName: null, bsbNumber: null, accountNumber: null } })).toEqual({});
    const nz = { accountName: 'Trust', bsbNumber: null, accountNumber: '01-0902-0068389-00' };
    expect(allowedOf({ bankAccount: nz }, { country: NZ }).bankAccount?.accountNumber).toBe('0109020068389000');
  });

  // biome-ignore format: a table
  it.each([
    [{ accountName: 'Trust', bsbNumber: '62-000',  accountNumber: '12345678' },           AU, 'bankAccount.bsbNumber'],
    [{ accountName: 'Trust', bsbNumber: '062-000', accountNumber: '12345' },              AU, 'bankAccount.accountNumber'],
    [{ accountName: 'Trust', bsbNumber: null,      accountNumber: '99-0001-0000001-00' }, NZ, 'bankAccount.accountNumber'],
  ])('asks to confirm the account %o, once', (bankAccount, country, field) => {
    expect(errorsOf({ bankAccount }, { country })).toEqual([field]);
    const saved = allowedOf({ bankAccount }, { country, isAccountConfirmed: true });
    expect(saved.bankAccount?.accountName).toBe('Trust');
    expect(allowedOf({ bankAccount }, { country, current: { ...agency, ...saved } })).toEqual({});
  });

  it('lets a manager change the profile, and nothing that only admins change or see', () => {
    expect(allowedOf({ name: 'Harbour Estate' }, { isAdmin: false })).toEqual({ name: 'Harbour Estate' });
    expect(errorsOf({ enableDeposits: true, batchPaymentSchedule: 'W1' }, { isAdmin: false })).toEqual([
      'batchPaymentSchedule',
      'enableDeposits',
    ]);
    expect(errorsOf({ enableDeposits: false }, { isAdmin: false })).toEqual([]);
    expect(errorsOf({ internalNotes: null }, { isAdmin: false })).toEqual(['internalNotes']);
  });
});

describe('a setting that follows from another', () => {
  it('needs an answer if the agent is not asked', () => {
    const aml = allowedOf({ amlDelegationSettings: { askAgent: false, defaultResponse: null } });
    expect(aml.amlDelegationSettings).toEqual({ askAgent: false, defaultResponse: 'no' });
  });

  it('recommends some partners by default', () => {
    expect(['landmark', 'conveyu', 'settle-easy', 'no-partner'].map(defaultForPartner)).toEqual([
      'yes',
      'yes',
      null,
      null,
    ]);
  });

  it('resets the other contacts with another primary contact, and always includes the settlements team', () => {
    const current: Settings = {
      ...agency,
      settlementInvoiceContactsSecondary: ['campaignVendors', 'kerbSettlementsTeam'],
    };
    const value = allowedOf({ settlementInvoiceContactPrimary: 'campaignConveyancer' }, { current });
    expect(value.settlementInvoiceContactsSecondary).toEqual(['kerbSettlementsTeam']);
    expect(
      secondaryContacts(['campaignVendors', 'campaignVendors', 'tenantBillingContacts'], 'tenantBillingContacts'),
    ).toEqual(['campaignVendors', 'kerbSettlementsTeam']);
  });
});

describe('the settings of an organisation', () => {
  it('are all seen and changed by an admin, at once', () => {
    expect(savesDirectly('admin')).toBe(true);
    expect(settingNames.every((name) => maySeeSetting(name, 'admin') && mayChangeSetting(name, 'admin'))).toBe(true);
  });

  it('are seen and changed by a manager as in the table, and are a draft until an admin applies them', () => {
    expect(savesDirectly('tenant_user')).toBe(false);
    for (const name of settingNames) {
      expect([name, maySeeSetting(name, 'tenant_user')]).toEqual([name, settingFields[name].seenBy === 'manager']);
      expect([name, mayChangeSetting(name, 'tenant_user')]).toEqual([
        name,
        settingFields[name].changedBy === 'manager',
      ]);
    }
  });
});
