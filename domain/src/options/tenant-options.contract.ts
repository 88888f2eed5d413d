import { tenantOption } from '@kerb/domain/options/options.contract.ts';
import { interestFreeDaysRange } from '@kerb/domain/options/tenant-option-rules.ts';
import { financeOptionCodes } from '@kerb/domain/vocabulary/value-lists.ts';
import { budget, day, digits, emptyAsNull, fraction, rate } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { printableText } from '@kerb/domain/wire/printable-text.ts';
import * as z from 'zod/mini';

const { least, most } = interestFreeDaysRange;
const limitedRate = rate.check(
  z.refine((basisPoints) => basisPoints <= 100_00, 'Enter a rate of at most 100 per cent.'),
);

/** The fields of an option that can be changed. Errors under a field say who may change it. */
export const savedTenantOption = z.partial(
  z.strictObject({
    active: z.boolean(),
    enabled: z.boolean(),
    budgetOwnerFee: z.nullable(budget),
    budgetOwnerFeeName: emptyAsNull(printableText(100)),
    serviceFeePercent: z.nullable(fraction),
    interestRate: z.nullable(limitedRate),
    interestFreeOffered: z.boolean(),
    interestFreeDays: z.nullable(z.int().check(z.minimum(least), z.maximum(most))),
    interestFreeOfferExpiryDate: z.nullable(day),
  }),
);

const one = z.object({ tenantId: digits, optionCode: z.enum(financeOptionCodes) });

// biome-ignore format: a table
export const tenantOptionEndpoints = defineEndpoints({
  save: { method: 'PUT', path: '/v1/tenants/{tenantId}/finance-options/{optionCode}', permission: 'option.settle', summary: 'Activate, enable or price a payment option of an organisation', params: one, body: savedTenantOption, response: z.object({ items: z.array(tenantOption) }), proof: { budgetOwnerFee: 'any value', serviceFeePercent: 'any value', interestRate: 'any value' } },
});
