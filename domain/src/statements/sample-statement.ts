import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import type { CountryCode } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type Cents, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { type Candidate, paymentFor } from '@kerb/domain/statements/propose-matches.ts';

/** More campaigns would add no new kind of line. */
export const mostSampled = 4;

const nameOn = ({ payers }: Candidate): string => {
  const [payer] = payers;
  const plain = `${payer?.firstName ?? ''} ${payer?.surname ?? ''}`.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain.replace(/[^\p{L}\p{N} ]/gu, ' ').toUpperCase();
};

type Sample = (campaign: Candidate, left: Cents, country: CountryCode) => { amount: Cents; words: string };

/** The texts that payers write: the reference, only their name, the reference with too little, and with too much. */
// biome-ignore format: a table
const samples: Sample[] = [
  (campaign, left, country) => ({ amount: left,                 words: `TRANSFER FLOW-${flowNumber(campaign, country)}` }),
  (campaign, left)          => ({ amount: left,                 words: `DIRECT CREDIT ${nameOn(campaign)}` }),
  (campaign, left, country) => ({ amount: Math.ceil(left / 2),  words: `${nameOn(campaign)} flow ${flowNumber(campaign, country)} part 1` }),
  (campaign, left, country) => ({ amount: left + 50_00,         words: `PAYMENT ${flowNumber(campaign, country)} CAMPAIGN` }),
];

// biome-ignore format: a table
const others = [
  { amount: 8_526_00,  words: 'CARD SETTLEMENT PAYOUT' },
  { amount: 12_41,     words: 'CREDIT INTEREST' },
  { amount: -3_150_00, words: 'BULK PAYMENT TO SUPPLIERS' },
];

/** A sample bank statement for a newcomer: every kind of line, for campaigns that wait for money. */
export function sampleStatement(campaigns: readonly Candidate[], day: Day, country: CountryCode): string {
  const paying = campaigns.slice(0, mostSampled).flatMap((campaign, at) => {
    const { left } = paymentFor(campaign, 0);
    const line = samples[at]?.(campaign, left, country);
    return line && left > 0 ? [line] : [];
  });
  const [year, month, date] = day.split('-');
  const rows = [...paying, ...others].map(
    ({ amount, words }) => `${date}/${month}/${year},${decimalFromCents(amount)},${words}`,
  );
  return `${['Date,Amount,Description', ...rows].join('\r\n')}\r\n`;
}
