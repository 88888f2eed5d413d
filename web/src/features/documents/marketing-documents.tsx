import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { Attachment } from '@kerb/domain/documents/documents.contract.ts';
import { isMarketingScheduleMissing } from '@kerb/domain/documents/marketing-schedule.ts';
import { isFinal } from '@kerb/domain/vocabulary/agreement-status.ts';
import { payerWord } from '@kerb/domain/vocabulary/value-lists.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { DocumentGroup, type OtherPurpose } from '@kerb/web/features/documents/document-group.tsx';
import { documentQueries } from '@kerb/web/features/documents/documents.queries.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

type MarketingDocumentsProps = { agreement: Agreement; standing: Standing };

/**
 * The documents of the marketing card (purposes marketing and marketing-vendor), to be placed inside it below its
 * fields: `<MarketingDocuments agreement={agreement} standing={standing} />`. It has no heading and no surface of its
 * own, only a name for those who hear it. Staff see all and add; who may remove, and until when, is decided by
 * domain/src/documents/document-rights.ts. Someone who pays sees what was made visible to them, and nothing at all
 * where that is nothing. The notice of a missing Marketing Schedule is part of it.
 */
export function MarketingDocuments({ agreement, standing }: MarketingDocumentsProps) {
  const { data: documents } = useQuery(documentQueries.of(agreement.id));
  const payer = payerWord(agreement.campaignBudgetFundsPurpose).toLowerCase();
  const toPayer: OtherPurpose = {
    purpose: 'marketing-vendor',
    badge: `Visible to ${payer}`,
    give: `Show to ${payer}`,
    takeBack: `Hide from ${payer}`,
  };
  if (standing === 'vendor' && !documents?.some(({ purpose }) => purpose === 'marketing-vendor')) return null;
  return (
    <DocumentGroup
      agreement={agreement}
      standing={standing}
      purpose="marketing"
      other={toPayer}
      label={agreement.campaignBudgetFundsPurpose === 'deposit' ? 'Deposit documents' : 'Marketing documents'}
      emptyText="No documents have been added yet."
      notice={(filed) => standing !== 'vendor' && <ScheduleNotice agreement={agreement} documents={filed} />}
    />
  );
}

function ScheduleNotice({ agreement, documents }: { agreement: Agreement; documents: readonly Attachment[] }) {
  const rules = countryRules();
  const purposes = documents.map(({ purpose }) => purpose);
  // Nobody need add anything to what is over.
  if (isFinal(agreement.status) || !isMarketingScheduleMissing(agreement, purposes, rules)) return null;
  const over = moneyText(rules.marketingScheduleOverCents ?? 0).replace(/\.00$/, '');
  const words = `A Marketing Schedule is required for campaigns over ${over}. Please add it here.`;
  return <Alert color="attention">{words}</Alert>;
}
