import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { mayAddDocuments } from '@kerb/domain/documents/document-rights.ts';
import type { Attachment } from '@kerb/domain/documents/documents.contract.ts';
import { isMarketingScheduleMissing, scheduleRequired } from '@kerb/domain/documents/marketing-schedule.ts';
import { isFinal } from '@kerb/domain/vocabulary/agreement-status.ts';
import { payerWord } from '@kerb/domain/vocabulary/value-lists.ts';
import { useScheduleRefusal } from '@kerb/web/features/campaigns/schedule-refusal.ts';
import { DocumentGroup, noDocuments, type OtherPurpose } from '@kerb/web/features/documents/document-group.tsx';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Alert } from '@mantine/core';
import { useEffect, useRef } from 'react';

type MarketingDocumentsProps = { agreement: Agreement; standing: Standing };

/**
 * The documents of the marketing card (purposes marketing and marketing-vendor), placed inside it below its fields:
 * `<MarketingDocuments agreement={agreement} standing={standing} />`. It has no heading and no surface of its own, only
 * an accessible name. The team sees all documents and adds some; domain/src/documents/document-rights.ts decides who
 * may remove them, and until when. It includes the notice about a missing Marketing Schedule.
 */
export function MarketingDocuments({ agreement, standing }: MarketingDocumentsProps) {
  const payer = payerWord(agreement.campaignBudgetFundsPurpose).toLowerCase();
  const toPayer: OtherPurpose = {
    purpose: 'marketing-vendor',
    badge: `Visible to ${payer}`,
    give: `Show to ${payer}`,
    takeBack: `Hide from ${payer}`,
  };
  return (
    <div data-fixes="marketingDocuments" tabIndex={-1}>
      <DocumentGroup
        agreement={agreement}
        standing={standing}
        purpose="marketing"
        other={toPayer}
        label={agreement.campaignBudgetFundsPurpose === 'deposit' ? 'Deposit documents' : 'Marketing documents'}
        emptyText={noDocuments}
        notice={(filed) =>
          mayAddDocuments('marketing', standing) && <ScheduleNotice agreement={agreement} documents={filed} />
        }
      />
    </div>
  );
}

type ScheduleNoticeProps = { agreement: Agreement; documents: readonly Attachment[] };

/** Focused after a refusal, because it says what to add, beside the button that adds it. */
function ScheduleNotice({ agreement, documents }: ScheduleNoticeProps) {
  const rules = countryRules();
  const purposes = documents.map(({ purpose }) => purpose);
  const box = useRef<HTMLDivElement>(null);
  const refusal = useScheduleRefusal(agreement.id);
  useEffect(() => {
    if (!refusal) return;
    box.current?.scrollIntoView?.({ block: 'center' });
    box.current?.focus({ preventScroll: true });
  }, [refusal]);
  // A campaign in an end status needs no more documents.
  if (isFinal(agreement.status) || !isMarketingScheduleMissing(agreement, purposes, rules)) return null;
  return <Alert ref={box} tabIndex={-1} color="attention">{`${scheduleRequired(rules)} Please add it here.`}</Alert>;
}
