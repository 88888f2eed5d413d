import { daysToPay } from '@kerb/domain/agreements/campaign-dates.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { TermsText } from '@kerb/domain/countries/terms-text.ts';
import { addDays, type Day, type Moment, writtenDay } from '@kerb/domain/kernel/dates.ts';
import { type Cents, formatMoney } from '@kerb/domain/kernel/money.ts';
import { balanceOn, type Loan } from '@kerb/domain/loans/loan-balance.ts';
import { chargeLabels } from '@kerb/domain/payments/charge-labels.ts';
import { paperWords } from '@kerb/domain/payments/paper-words.ts';
import type { Letterhead, PdfBlock, PdfDocument, PdfFact } from '@kerb/server/platform/pdf/pdf-document.ts';

export type AgreementFacts = {
  country: CountryRules;
  letterhead: Letterhead;
  date: Moment;
  flowNumber: string;
  /** The address of the property; null if the campaign has none. */
  property: string | null;
  organisation: string;
  payers: readonly string[];
  budgetOwnerFeeName: string;
  fundingRequestDate: Day | null;
  comparisonRateBasisPoints: number | null;
  terms: TermsText;
};

const perCent = (basisPoints: number) => `${(basisPoints / 100).toFixed(2)}%`;

/** The first part: the parties, the subject and the property. */
function opening({
  country,
  flowNumber,
  property,
  organisation,
  payers,
  fundingRequestDate,
}: AgreementFacts): PdfBlock[] {
  return [
    {
      kind: 'parties',
      columns: [
        { label: payers.length === 1 ? 'Borrower' : 'Borrowers', lines: payers },
        { label: 'Campaign run by', lines: [organisation] },
      ],
    },
    {
      kind: 'facts',
      rows: [
        [flowNumberLabel, flowNumber],
        ['Property', property ?? 'To be advised'],
        ['Funding request date', fundingRequestDate ? writtenDay(fundingRequestDate, country.locale) : 'To be advised'],
      ],
    },
  ];
}

const words = ({ terms }: AgreementFacts): PdfBlock[] => [
  { kind: 'heading', text: 'In short' },
  ...terms.inShort.map((text): PdfBlock => ({ kind: 'paragraph', text })),
];

const clauses = ({ terms }: AgreementFacts): PdfBlock[] => [
  ...terms.sections.flatMap(({ heading, paragraphs }, place): PdfBlock[] => [
    { kind: 'heading', text: `${place + 1}. ${heading}` },
    ...paragraphs.map((text): PdfBlock => ({ kind: 'paragraph', text })),
  ]),
  { kind: 'heading', text: 'What each of you confirms' },
  ...terms.criteria.map((text, place): PdfBlock => ({ kind: 'paragraph', text: `${place + 1}. ${text}` })),
];

function documentOf(facts: AgreementFacts, schedule: PdfBlock[]): PdfDocument {
  const { country, letterhead, date, flowNumber, terms } = facts;
  return {
    title: terms.title,
    locale: country.locale,
    letterhead,
    date,
    footer: `${country.brand} · ${flowNumber} · terms ${terms.version}`,
    blocks: [...opening(facts), ...words(facts), ...schedule, ...clauses(facts)],
  };
}

/** The days for which the schedule computes the loan, so that its cost is known before signing. */
const shownDays = ({ defaultCampaignPeriodDays, longestLoanDays }: CountryRules) => [
  defaultCampaignPeriodDays,
  longestLoanDays,
];

function repaidAfter(loan: Loan, country: CountryRules, money: (cents: Cents) => string): PdfBlock {
  return {
    kind: 'table',
    columns: [
      { label: 'If repaid after' },
      { label: 'Estimated interest', isFigure: true },
      { label: 'Total to repay', isFigure: true },
    ],
    rows: shownDays(country).map((days) => {
      const { estimatedInterestCents, totalCents } = balanceOn(loan, addDays(loan.startDate, days), loan.startDate);
      return [`${days} days`, money(estimatedInterestCents), money(totalCents)];
    }),
  };
}

/** The rule and no day: nobody knows, before the last of them signs, when that will be. */
const datesByRule = ({ organisation, country: { longestLoanDays } }: AgreementFacts): PdfFact[] => [
  [
    'Loan starts',
    `On the day on which the last of you signs, or on the day on which we pay ${organisation}, if that is later`,
  ],
  ['Loan ends at the latest', `${longestLoanDays} days after it starts`],
  [
    'Payment is due',
    `${daysToPay} days after settlement or withdrawal, and at the latest ${longestLoanDays} days after the loan starts`,
  ],
];

/** The loan agreement: figures first, then terms. */
export function loanAgreement(facts: AgreementFacts, loan: Loan): PdfDocument {
  const { country, comparisonRateBasisPoints, budgetOwnerFeeName } = facts;
  const money = (cents: Cents) => formatMoney(cents, country, true);
  const compared: PdfFact[] =
    comparisonRateBasisPoints === null
      ? []
      : [
          [
            'Comparison rate',
            `${perCent(comparisonRateBasisPoints)} a year over ${country.defaultCampaignPeriodDays} days`,
          ],
        ];
  const ownerFee: PdfFact[] =
    loan.budgetOwnerFeeCents > 0 ? [[budgetOwnerFeeName, money(loan.budgetOwnerFeeCents)]] : [];
  const additional: PdfFact[] = loan.additionalCents > 0 ? [['Additional amount', money(loan.additionalCents)]] : [];
  return documentOf(facts, [
    { kind: 'heading', text: 'Schedule' },
    {
      kind: 'facts',
      rows: [
        [chargeLabels.budget, money(loan.budgetCents)],
        ...additional,
        ['Amount financed', money(loan.budgetCents + loan.additionalCents)],
        [country.payLaterFeeLabel, money(loan.serviceFeeCents)],
        [labelOfField('caveatFee'), money(loan.caveatFeeCents)],
        ...ownerFee,
        ['Interest rate', `${perCent(loan.interestRateBasisPoints)} a year, fixed`],
        ['Interest-free days', loan.interestFreeDays === 0 ? 'None' : String(loan.interestFreeDays)],
        ...compared,
        ...datesByRule(facts),
        ['Repayments', 'One, at the end'],
      ],
    },
    repaidAfter(loan, country, money),
    {
      kind: 'paragraph',
      isSmall: true,
      text: paperWords.estimates,
    },
  ]);
}

/** The Pay On Success agreement. */
export function successAgreement(
  facts: AgreementFacts,
  amounts: { budgetCents: Cents; serviceFeeCents: Cents },
): PdfDocument {
  const money = (cents: Cents) => formatMoney(cents, facts.country, true);
  return documentOf(facts, [
    { kind: 'heading', text: 'Schedule' },
    {
      kind: 'facts',
      rows: [
        [chargeLabels.budget, money(amounts.budgetCents)],
        [chargeLabels.serviceFee, `${money(amounts.serviceFeeCents)}, GST included`],
        ['Repaid on success', money(amounts.budgetCents)],
      ],
    },
  ]);
}
