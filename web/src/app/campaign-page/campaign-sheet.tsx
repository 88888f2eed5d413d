import type { AgreementFieldName } from '@kerb/domain/agreements/agreement-fields.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { payingOf, paymentBadges } from '@kerb/domain/agreements/badges.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { flowNumber, flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import { purposeLabels } from '@kerb/domain/documents/purpose-labels.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { defaultBudgetOwnerFeeName } from '@kerb/domain/loans/fees.ts';
import { formatAddress } from '@kerb/domain/properties/address.ts';
import { statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import { financeOptionLabels, fundsPurposeLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import classes from '@kerb/web/app/campaign-page/campaign-sheet.module.css';
import type { PrintedParts } from '@kerb/web/app/campaign-page/printed-parts.ts';
import { SheetPeople } from '@kerb/web/app/campaign-page/sheet-people.tsx';
import { SheetRows, SheetSection, SheetTable } from '@kerb/web/app/campaign-page/sheet-table.tsx';
import { dayOf, longDay, shortDay, timeOfDay } from '@kerb/web/design/dates.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { budgetLabel } from '@kerb/web/features/campaign-cards/summary.card.tsx';
import { whenPaid } from '@kerb/web/features/options/cost-comparison.tsx';
import { countryRules, settings } from '@kerb/web/platform/settings.ts';

type SheetProps = { agreement: Agreement; parts: PrintedParts };

/** What a person needs of a campaign on paper, and nothing else. */
export function CampaignSheet({ agreement, parts }: SheetProps) {
  const purpose = agreement.campaignBudgetFundsPurpose;
  const address = parts.property && formatAddress(parts.property, countryRules());
  const badges = paymentBadges(payingOf(agreement)).map(({ text }) => text);
  const printed = new Date().toISOString();
  return (
    <article className={classes.sheet}>
      <header className={classes.top}>
        <div>
          <h1>{agreement.name}</h1>
          <p>{agreement.tenantName}</p>
        </div>
        <p className={classes.brand}>{countryRules().brand}</p>
      </header>
      <SheetRows
        rows={[
          [flowNumberLabel, flowNumber(agreement, settings().country)],
          ['Status', [statusLabel(agreement.status, purpose), ...badges].join(' · ')],
          ['Address', address === undefined ? notLoaded : address],
          [labelOfField('agentUser'), agreement.agentUserName],
        ]}
      />
      <SheetPeople agreement={agreement} payers={parts.payers} />
      <SheetSection title="Budget">
        <SheetRows
          rows={[[labelOfField('campaignBudgetFundsPurpose'), fundsPurposeLabels[purpose]], ...amounts(agreement)]}
        />
      </SheetSection>
      <Options agreement={agreement} parts={parts} />
      <SheetSection title="Key dates">
        <SheetRows rows={dates(agreement)} />
      </SheetSection>
      <Documents documents={parts.documents} />
      {notes.map((name) => (
        <Note key={name} title={labelOfField(name)} text={agreement[name]} />
      ))}
      <footer className={classes.foot}>{`Printed on ${longDay(dayOf(printed))}, ${timeOfDay(printed)}`}</footer>
    </article>
  );
}

const notLoaded = 'Not loaded. Choose Print in the campaign’s menu.';

/** Only admins and teams are sent them. The server leaves out what the reader may not see. */
const notes = ['campaignBudgetDescription', 'campaignFinanceNotes', 'agentNotes', 'campaignNotes'] as const;

const amountFields = [
  'campaignAdditionalAmount',
  'serviceFee',
  'caveatFee',
  'budgetOwnerFee',
  'campaignBorrowedAmount',
  'campaignUpfrontAmount',
] as const satisfies readonly AgreementFieldName[];

const money = (cents: Cents | null | undefined): string | null => (cents ? moneyText(cents) : null);

function amounts(agreement: Agreement): [string, string | null][] {
  const feeName = agreement.budgetOwnerFeeName || defaultBudgetOwnerFeeName;
  return [
    [budgetLabel(agreement), money(agreement.campaignBudget)],
    ...amountFields.map((name): [string, string | null] => [
      name === 'budgetOwnerFee' ? feeName : labelOfField(name),
      money(agreement[name]),
    ]),
    ['Owed now', money(agreement.campaignFinanceTotalDue)],
  ];
}

const dateFields = [
  'campaignPlannedStartDate',
  'sentDate',
  'applicationSubmitDate',
  'applicationApprovedDate',
  'campaignFinanceSignatureDate',
  'campaignUpfrontPaymentDate',
  'campaignFinanceDrawdownDate',
  'campaignFinanceLoanStartDate',
  'auctionDate',
  'propertySettlementDate',
  'propertyWithdrawnFromSaleDate',
  'campaignFinanceRepaidDate',
  'nextActionDate',
] as const satisfies readonly AgreementFieldName[];

function dates(agreement: Agreement): [string, string | null][] {
  const day = (label: string, value: string | null | undefined): [string, string | null] => [
    label,
    value ? longDay(value) : null,
  ];
  return [
    day('Created', agreement.createdDate),
    ...dateFields.map((name) => day(labelOfField(name), agreement[name])),
    day('Loan due', agreement.campaignFinanceDueDate),
  ];
}

/** The chosen option, or all of them before the choice, and what each way of paying costs in dollars. */
function Options({ agreement, parts }: SheetProps) {
  const chosen = agreement.financeOptionCode;
  const { options } = parts;
  const costs = parts.costs?.items.filter(({ optionCode }) => !chosen || optionCode === chosen) ?? [];
  const offered = options?.items.map(({ optionCode }) => financeOptionLabels[optionCode]).join(', ');
  return (
    <SheetSection title="Payment options">
      <SheetRows
        rows={[
          [labelOfField('financeOptionCode'), chosen ? financeOptionLabels[chosen] : 'Not chosen yet'],
          ['Offered', options ? offered || 'None' : notLoaded],
        ]}
      />
      {costs.length > 0 && (
        <SheetTable
          heads={['Paid by', 'When', 'In total', 'On top']}
          amounts={[2, 3]}
          firm={[1]}
          rows={costs.map((cost) => [
            `${financeOptionLabels[cost.optionCode]}${cost.optionCode === 'pos' ? '' : `, ${cost.label}`}`,
            whenPaid(cost),
            `${moneyText(cost.total)}${cost.isEstimate ? ' (estimate)' : ''}`,
            moneyText(cost.extra),
          ])}
        />
      )}
    </SheetSection>
  );
}

function Documents({ documents }: Pick<PrintedParts, 'documents'>) {
  return (
    <SheetSection title="Documents">
      {documents && documents.length > 0 ? (
        <SheetTable
          heads={['File', 'Kind', 'Added on', 'Added by']}
          firm={[2]}
          rows={documents.map(({ asset, purpose, uploadDate, uploadedByName }) => [
            asset.fileName,
            purposeLabels[purpose],
            shortDay(uploadDate),
            uploadedByName ?? '',
          ])}
        />
      ) : (
        <p>{documents ? 'None' : notLoaded}</p>
      )}
    </SheetSection>
  );
}

function Note({ title, text }: { title: string; text: string | null | undefined }) {
  if (!text) return null;
  return (
    <SheetSection title={title}>
      <p className={classes.note}>{text}</p>
    </SheetSection>
  );
}
