import { standingMay } from '@kerb/domain/access/access-scope.ts';
import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { cardsAt } from '@kerb/domain/campaign-page/cards.ts';
import actionClasses from '@kerb/web/app/campaign-page/campaign-action.module.css';
import { CampaignAction } from '@kerb/web/app/campaign-page/campaign-action.tsx';
import { CampaignBanner } from '@kerb/web/app/campaign-page/campaign-banner.tsx';
import { CampaignTrail } from '@kerb/web/app/campaign-page/campaign-trail.tsx';
import { CardSection } from '@kerb/web/app/campaign-page/card-section.tsx';
import { PrintedCampaign } from '@kerb/web/app/campaign-page/printed-campaign.tsx';
import { SectionIndex } from '@kerb/web/app/campaign-page/section-index.tsx';
import type { StaffCard } from '@kerb/web/app/campaign-page/sections.ts';
import classes from '@kerb/web/app/campaign-page/staff-campaign.module.css';
import { StaffPayers } from '@kerb/web/app/campaign-page/staff-payers.tsx';
import { optionalComponent } from '@kerb/web/design/lazy.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { AuditLogCard } from '@kerb/web/features/audit/audit-log.card.tsx';
import { ActionSuggestedCard } from '@kerb/web/features/campaign-cards/action-suggested.card.tsx';
import { AssistanceCard } from '@kerb/web/features/campaign-cards/assistance.card.tsx';
import { ContactsCard } from '@kerb/web/features/campaign-cards/contacts.card.tsx';
import { FundsChecklistCard } from '@kerb/web/features/campaign-cards/funds-checklist.card.tsx';
import { HeaderCard } from '@kerb/web/features/campaign-cards/header.card.tsx';
import { ListingCard } from '@kerb/web/features/campaign-cards/listing.card.tsx';
import { MarketingCard } from '@kerb/web/features/campaign-cards/marketing.card.tsx';
import { NotesCard } from '@kerb/web/features/campaign-cards/notes.card.tsx';
import { StatusCard } from '@kerb/web/features/campaign-cards/status.card.tsx';
import { SummaryCard } from '@kerb/web/features/campaign-cards/summary.card.tsx';
import { payersOf } from '@kerb/web/features/campaigns/ask-before-ending.ts';
import { CommentsCard } from '@kerb/web/features/comments/comments.card.tsx';
import { InternalDocumentsCard } from '@kerb/web/features/documents/internal-documents.card.tsx';
import { SupportingDocumentsCard } from '@kerb/web/features/documents/supporting-documents.card.tsx';
import { HistoryCard } from '@kerb/web/features/history/history.card.tsx';
import { FinanceCard } from '@kerb/web/features/loans/finance.card.tsx';
import { LoanCard } from '@kerb/web/features/loans/loan.card.tsx';
import { PaymentOptionsCard } from '@kerb/web/features/options/payment-options.card.tsx';
import { PaymentCard } from '@kerb/web/features/payments/payment.card.tsx';
import { PaymentsCard } from '@kerb/web/features/payments/payments.card.tsx';
import { PropertyCard } from '@kerb/web/features/properties/property.card.tsx';
import { IdentityChecksCard } from '@kerb/web/features/signing/identity-checks.card.tsx';
import { SignaturesCard } from '@kerb/web/features/signing/signatures.card.tsx';
import { signingQueries } from '@kerb/web/features/signing/signing.queries.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { useIsPhone } from '@kerb/web/platform/media.ts';
import { whenIdle } from '@kerb/web/platform/when-idle.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useState } from 'react';

/** The page works without it. */
const LiveCampaign = optionalComponent(async () => {
  await whenIdle();
  return (await import('@kerb/web/app/campaign-page/live-campaign.tsx')).LiveCampaign;
});

type Shown = { record: Versioned<Agreement>; standing: Standing; agreement: Agreement; action: ReactNode };
type Titles = Partial<Record<StaffCard, string>>;

/** How to render each card. The domain's table decides which cards appear, and in which order. */
// biome-ignore format: a table
const drawn: Record<StaffCard, (shown: Shown) => ReactNode> = {
  header:              ({ record, standing }) => <HeaderCard record={record} standing={standing} />,
  property:            ({ record, standing }) => <PropertyCard record={record} standing={standing} />,
  contacts:            ({ record, standing }) => <ContactsCard record={record} standing={standing} />,
  marketing:           ({ record, standing }) => <MarketingCard record={record} standing={standing} />,
  payers:              ({ agreement, standing }) => <StaffPayers agreement={agreement} standing={standing} />,
  paymentOptions:      ({ record, standing }) => <PaymentOptionsCard record={record} standing={standing} />,
  finance:             ({ record, standing }) => <FinanceCard record={record} standing={standing} />,
  signatures:          ({ agreement, standing }) => <SignaturesCard agreement={agreement} standing={standing} />,
  identityChecks:      ({ agreement }) => <IdentityChecksCard agreement={agreement} />,
  payment:             ({ agreement }) => <PaymentCard agreement={agreement} />,
  payments:            ({ agreement, standing }) => <PaymentsCard agreement={agreement} standing={standing} />,
  supportingDocuments: ({ agreement, standing }) => <SupportingDocumentsCard agreement={agreement} standing={standing} />,
  internalDocuments:   ({ agreement, standing }) => <InternalDocumentsCard agreement={agreement} standing={standing} />,
  loan:                ({ record, standing }) => <LoanCard record={record} standing={standing} />,
  listing:             ({ record, standing }) => <ListingCard record={record} standing={standing} />,
  comments:            ({ agreement }) => <CommentsCard agreement={agreement} />,
  history:             ({ agreement }) => <HistoryCard agreement={agreement} />,
  notes:               ({ record }) => <NotesCard record={record} />,
  auditLog:            ({ agreement }) => <AuditLogCard agreement={agreement} />,
  status:              ({ record, action }) => <StatusCard record={record} action={action} />,
  actionSuggested:     ({ agreement }) => <ActionSuggestedCard agreement={agreement} />,
  fundsChecklist:      ({ agreement, standing }) => <FundsChecklistCard agreement={agreement} standing={standing} />,
  summary:             ({ agreement }) => <SummaryCard agreement={agreement} />,
  assistance:          () => <AssistanceCard />,
};

/** The payers who have not answered an information request, for those who may follow a payer's steps. */
function useMissingAnswers(agreement: Agreement, standing: Standing): readonly string[] {
  const isAsked = agreement.status === 'waiting-info' && standingMay(standing, 'payer.flow');
  const { data: flow } = useQuery({ ...signingQueries.flow(agreement), enabled: isAsked });
  return isAsked && flow ? flow.waitingFor : [];
}

/** Whether a campaign that is marked as sent has payers of whom none was sent a link. */
function useSentToNobody({ id, status }: Agreement): boolean {
  const isMarked = status === 'waiting-invite';
  const { data: payers } = useQuery({ ...payersOf(id), enabled: isMarked });
  return isMarked && (payers?.every(({ sentDate }) => !sentDate) ?? false);
}

type StaffCampaignProps = { record: Versioned<Agreement>; standing: Standing };

/** The campaign page for the team: cards in display order, and beside them the status and the possible next steps. */
export function StaffCampaign({ record, standing }: StaffCampaignProps) {
  const agreement = record.value;
  const isPhone = useIsPhone();
  const missing = useMissingAnswers(agreement, standing);
  const isSentToNobody = useSentToNobody(agreement);
  const action = <CampaignAction record={record} standing={standing} />;
  const shown = { record, standing, agreement, action: isPhone ? null : action };
  const [titles, setTitles] = useState<Titles>({});
  const onTitle = useCallback(
    (name: StaffCard, title: string) =>
      setTitles((known) => (known[name] === title ? known : { ...known, [name]: title })),
    [],
  );
  const draw = (names: StaffCard[]) =>
    names.map((name) => (
      <CardSection key={name} name={name} agreement={agreement} onTitle={onTitle}>
        {drawn[name](shown)}
      </CardSection>
    ));
  const main = cardsAt('main', standing, agreement);
  const sidebar = cardsAt('sidebar', standing, agreement);
  return (
    <>
      <PageHeader
        title={agreement.name}
        subtitle={agreement.tenantName}
        actions={<CampaignTrail id={agreement.id} />}
      />
      <PrintedCampaign agreement={agreement} />
      <Suspense>
        <LiveCampaign id={agreement.id} />
      </Suspense>
      <div className={classes.page}>
        <CampaignBanner agreement={agreement} others={missing} isSentToNobody={isSentToNobody} />
        {isPhone ? (
          <>
            {/* The status is the first card of the sidebar. */}
            {draw([...sidebar.slice(0, 1), ...main, ...sidebar.slice(1)])}
            <div className={actionClasses.foot}>{action}</div>
          </>
        ) : (
          <div className={classes.columns}>
            <div className={classes.cards}>{draw(main)}</div>
            <aside className={classes.sidebar} aria-label="Status and funding">
              {draw(sidebar.slice(0, 1))}
              <SectionIndex names={main} titles={titles} />
              {draw(sidebar.slice(1))}
            </aside>
          </div>
        )}
      </div>
    </>
  );
}
