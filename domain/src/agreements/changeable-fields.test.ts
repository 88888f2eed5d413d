import { type AgreementValues, agreementFieldNames } from '@kerb/domain/agreements/agreement-fields.ts';
import { canBeSaved } from '@kerb/domain/agreements/changeable-fields.ts';
import { mayChange } from '@kerb/domain/agreements/save.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { describe, expect, it } from 'vitest';

const campaigns = agreementStatuses.flatMap((status) =>
  [null, ...financeOptionCodes].map((financeOptionCode) => ({ status, financeOptionCode })),
);

describe('a part of a campaign that can be saved', () => {
  it('is what a manager may change of some campaign', () => {
    for (const name of agreementFieldNames) {
      const isEver = campaigns.some((campaign) => mayChange(name as keyof AgreementValues, 'manager', campaign));
      expect([name, canBeSaved(name)]).toEqual([name, isEver]);
    }
  });

  it('is also your own id and your own values, and not the record’s id or its links', () => {
    expect(['externalRef', 'metadata'].map(canBeSaved)).toEqual([true, true]);
    for (const name of ['id', 'href', 'tenant', 'vendors', 'property', 'createdDate', 'constructor'])
      expect([name, canBeSaved(name)]).toEqual([name, false]);
  });
});
