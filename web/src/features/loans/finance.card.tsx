import { standingMay } from '@kerb/domain/access/access-scope.ts';
import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { maySee } from '@kerb/domain/agreements/save.ts';
import { fundingSentence, limitedRecourseWarning } from '@kerb/domain/loans/funding-words.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type FinancedOption, financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { AdminFinance } from '@kerb/web/features/loans/admin-finance.tsx';
import { FeesButton } from '@kerb/web/features/loans/fees-button.tsx';
import classes from '@kerb/web/features/loans/finance.module.css';
import { FinanceNotes, lendingRows, payLaterRows, payOnSuccessRows } from '@kerb/web/features/loans/finance-facts.tsx';
import { documentTitles, notesHints } from '@kerb/web/features/loans/finance-options.ts';
import { LendingDocuments } from '@kerb/web/features/loans/lending-documents.tsx';
import { OnSuccessTerms } from '@kerb/web/features/loans/on-success-terms.tsx';
import { ProviderLink } from '@kerb/web/features/loans/provider-link.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Text } from '@mantine/core';

type FinanceCardProps = { record: Versioned<Agreement>; standing: Standing };

/** A campaign's finance: an admin sets it; its organisation reads what it may see. */
export function FinanceCard({ record, standing }: FinanceCardProps) {
  const { financeOptionCode: option } = record.value;
  if (option !== 'pl' && option !== 'pos') return null;
  return (
    <Surface
      title={`${financeOptionLabels[option]} Finance`}
      actions={
        option === 'pl' ? (
          <FeesButton agreement={record.value} standing={standing} />
        ) : (
          maySee(standing, 'financeProviderApplicationRef') && <ProviderLink agreement={record.value} />
        )
      }
    >
      {standingMay(standing, 'loan.terms') ? (
        <AdminFinance record={record} option={option} />
      ) : (
        <ReadFinance record={record} standing={standing} option={option} />
      )}
    </Surface>
  );
}

type ReadFinanceProps = FinanceCardProps & { option: FinancedOption };

function FundingWords({ option, status }: { option: FinancedOption; status: AgreementStatus }) {
  const funding = fundingSentence(option, status, countryRules());
  return (
    <div>
      {funding && <Text>{funding}</Text>}
      {option === 'pos' && <Text>{limitedRecourseWarning}</Text>}
    </div>
  );
}

function ReadFinance({ record: { value: agreement }, standing, option }: ReadFinanceProps) {
  const terms = option === 'pl' ? payLaterRows(agreement) : payOnSuccessRows(agreement);
  return (
    <div className={classes.sections}>
      <Facts rows={[...terms, ...lendingRows(agreement)]} isLong />
      <FinanceNotes notes={agreement.campaignFinanceNotes} hint={notesHints[option]} />
      <FundingWords option={option} status={agreement.status} />
      {option === 'pos' && <OnSuccessTerms />}
      <LendingDocuments agreement={agreement} standing={standing} title={documentTitles[option]} />
    </div>
  );
}
