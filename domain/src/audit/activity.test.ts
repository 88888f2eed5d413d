import { activities, activityCodes, changesBetween } from '@kerb/domain/audit/activity.ts';
import { describe, expect, it } from 'vitest';

/** Written by hand, exactly as in the specification. */
const codes =
  'tenant_create tenant_update tenant_delete tenant_fo_create tenant_fo_update tenant_fo_delete user_register user_invite user_create user_update user_perm_change cred_create cred_change_pw cred_reset_pw cred_auth property_create property_update property_delete campaign_create campaign_update campaign_status_change campaign_delete campaign_fo_create campaign_fo_update campaign_fo_delete application_create application_update application_status_change application_approve signatory_create signatory_update signatory_delete agreement_sign attachment_create attachment_update attachment_delete invoice_create invoice_pay invoice_void';

describe('activities', () => {
  it('are exactly those of the specification', () => {
    expect(activityCodes).toEqual(codes.split(' '));
  });

  it('have distinct labels', () => {
    expect(new Set(Object.values(activities)).size).toBe(activityCodes.length);
  });
});

describe('the changes for the log', () => {
  type Row = { name: string; budget: number | null; note?: string | null };
  const before: Row = { name: '12 Example Street', budget: 4_200_00 };

  // biome-ignore format: a table
  it.each<[string, Partial<Row>, object]>([
    ['nothing sent',              {},                                        {}],
    ['the same values sent',      { name: '12 Example Street', budget: 4_200_00 }, {}],
    ['one value changed',         { name: '14 Example Street', budget: 4_200_00 }, { name: { before: '12 Example Street', after: '14 Example Street' } }],
    ['emptied',                   { budget: null },                          { budget: { before: 4_200_00, after: null } }],
    ['zero is not empty',         { budget: 0 },                             { budget: { before: 4_200_00, after: 0 } }],
    ['filled for the first time', { note: 'x' },                             { note: { before: null, after: 'x' } }],
    ['empty before and after',    { note: null },                            {}],
  ])('%s', (_what, after, expected) => {
    expect(changesBetween(before, after)).toEqual(expected);
  });

  it('treat empty and absent as equal', () => {
    expect(changesBetween({ note: null }, { note: undefined } as object)).toEqual({});
    expect(changesBetween({ note: undefined } as object, { note: null })).toEqual({});
  });

  it('do not modify what they compare', () => {
    const after = Object.freeze({ budget: 1 });
    expect(changesBetween(Object.freeze({ ...before }), after)).toEqual({ budget: { before: 4_200_00, after: 1 } });
  });
});
