import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { cancelByPhone, isPaidFor, movesAllowedFor, transitions } from '@kerb/domain/agreements/transitions.ts';
import { type CardNameAt, cardsAt } from '@kerb/domain/campaign-page/cards.ts';
import { bannerOf } from '@kerb/domain/campaign-page/status-banner.ts';
import { isGuidedIn } from '@kerb/domain/signing/guided-flow.ts';
import { isFinal } from '@kerb/domain/vocabulary/agreement-status.ts';
import { CampaignBanner } from '@kerb/web/app/campaign-page/campaign-banner.tsx';
import { CampaignTrail } from '@kerb/web/app/campaign-page/campaign-trail.tsx';
import { PayerDetailsCard } from '@kerb/web/app/campaign-page/payer-details.card.tsx';
import classes from '@kerb/web/app/campaign-page/vendor-campaign.module.css';
import { optionalComponent } from '@kerb/web/design/lazy.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { AssistanceCard } from '@kerb/web/features/campaign-cards/assistance.card.tsx';
import { PayerContactCard } from '@kerb/web/features/campaign-cards/payer-contact.card.tsx';
import { useStatusMove } from '@kerb/web/features/campaign-cards/status-move.ts';
import { SupportingDocumentsCard } from '@kerb/web/features/documents/supporting-documents.card.tsx';
import { FinanceCard } from '@kerb/web/features/loans/finance.card.tsx';
import { LoanCard } from '@kerb/web/features/loans/loan.card.tsx';
import { PayerOptionsCard } from '@kerb/web/features/options/payer-options.card.tsx';
import { PayerPayersCard } from '@kerb/web/features/payers/payer-payers.card.tsx';
import { PayerMoneyCard } from '@kerb/web/features/payments/payer-money.card.tsx';
import { PaymentCard } from '@kerb/web/features/payments/payment.card.tsx';
import { FlowCard } from '@kerb/web/features/signing/flow.card.tsx';
import { cardElementId, showCard } from '@kerb/web/features/signing/show-card.ts';
import { EnterCode } from '@kerb/web/features/signing/show-details.tsx';
import { SignaturesCard } from '@kerb/web/features/signing/signatures.card.tsx';
import { signingQueries } from '@kerb/web/features/signing/signing.queries.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { useSession } from '@kerb/web/platform/session.tsx';
import { countryRules, settings } from '@kerb/web/platform/settings.ts';
import { Alert, Anchor, Button, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';

/** After the page itself: nobody waits for it. */
const LiveUpdates = optionalComponent(
  async () => (await import('@kerb/web/app/campaign-page/live-updates.tsx')).LiveUpdates,
);

/** How to render each card. The domain's table decides which cards appear, and in which order. */
// biome-ignore format: a table
const drawn: Record<CardNameAt<'payer'>, (agreement: Agreement, record: Versioned<Agreement>) => ReactNode> = {
  guidance:        (_, record) => <FlowCard record={record} />,
  payerDetails:    (agreement) => <PayerDetailsCard agreement={agreement} />,
  payerOptions:    (_, record) => <PayerOptionsCard record={record} />,
  payerFinance:    (_, record) => <FinanceCard record={record} standing="vendor" />,
  payerLoan:       (_, record) => <LoanCard record={record} standing="vendor" />,
  payerSignatures: (agreement) => <SignaturesCard agreement={agreement} standing="vendor" />,
  payerPayment:    (agreement) => <PaymentCard agreement={agreement} standing="vendor" onAgreeFirst={() => showCard('guidance')} />,
  payerMoney:      (agreement) => <PayerMoneyCard agreement={agreement} />,
  payerPayers:     (agreement) => <PayerPayersCard agreement={agreement} />,
  payerDocuments:  (agreement) => <SupportingDocumentsCard agreement={agreement} standing="vendor" />,
  payerContact:    (agreement) => <PayerContactCard agreement={agreement} />,
  payerAssistance: () => <AssistanceCard />,
};

/** A campaign for its payer: one column, plain words, and the next step at the bottom. */
export function VendorCampaign({ record }: { record: Versioned<Agreement> }) {
  const agreement = record.value;
  const others = useOthers(agreement);
  return (
    <div className={classes.page}>
      <PageHeader
        title={agreement.name}
        subtitle={`Your reference is ${flowNumber(agreement, settings().country)}`}
        actions={<CampaignTrail id={agreement.id} />}
      />
      <OpenedByTeam />
      <BackToOrganisation agreement={agreement} />
      <CampaignBanner agreement={agreement} reader="vendor" others={others} />
      {cardsAt('payer', 'vendor', agreement).map((name) => (
        <div key={name} id={cardElementId(name)}>
          {drawn[name](agreement, record)}
        </div>
      ))}
      <CancelApplication record={record} />
      <NextStep agreement={agreement} />
      <Following agreement={agreement} />
    </div>
  );
}

/** A Payment URL ends with its campaign: then there is nothing left to follow. */
function Following({ agreement: { id, status } }: { agreement: Agreement }) {
  const { onlyAgreementId } = useSession();
  if (onlyAgreementId !== undefined && isFinal(status)) return null;
  return (
    <Suspense>
      <LiveUpdates id={id} />
    </Suspense>
  );
}

/** For a team member or admin who has opened a payer's link: what they can do here, and that they are named. */
function OpenedByTeam() {
  const { openedByName, displayName } = useSession();
  if (!openedByName) return null;
  return (
    <Alert color="brand" title={`You opened the link of ${displayName}`}>
      {`You see what ${displayName} sees, without the details that a code protects. Only ${displayName} can confirm, agree, pay, sign or cancel. The log names ${openedByName} with everything that you do here. Log out when you have finished.`}
    </Alert>
  );
}

/** The co-owners who have not finished, once the payer has done their own part. */
function useOthers(agreement: Agreement): readonly string[] {
  const { data: flow } = useQuery(signingQueries.flow(agreement));
  return flow?.signatory && !flow.current ? flow.waitingFor : [];
}

/** A link back to the organisation's website, if it has set one. */
function BackToOrganisation({ agreement: { tenantName, tenantWebsiteUrl } }: { agreement: Agreement }) {
  if (!tenantWebsiteUrl) return null;
  return (
    <Anchor href={tenantWebsiteUrl} rel="noreferrer" size="sm" className="kerb-no-print">
      Back to {tenantName}
    </Anchor>
  );
}

/** A payer who came by a link enters a code first, because someone else may have the link. */
function CancelApplication({ record }: { record: Versioned<Agreement> }) {
  const move = useStatusMove(record);
  const [isAsked, setAsked] = useState(false);
  const { data: flow } = useQuery(signingQueries.flow(record.value));
  const isOpen = movesAllowedFor('vendor', record.value.status).includes('cancelApplication');
  if (!isOpen) return null;
  if (isPaidFor(record.value)) {
    return <Text size="sm">{cancelByPhone(record.value.tenantName, countryRules().supportPhone)}</Text>;
  }
  const { label, to } = transitions.cancelApplication;
  const signatory = flow?.signatory?.isLocked ? flow.signatory : null;
  const cancel = () => void move(to, label);
  if (isAsked && signatory) {
    return (
      <EnterCode
        agreement={record.value}
        signatory={signatory}
        title={label}
        label="Continue to cancel"
        why={(address) => `Someone else may have your link. Before you cancel, we send a code to ${address}.`}
        onProved={cancel}
      />
    );
  }
  return (
    <Button
      variant="default"
      c="var(--mantine-color-error)"
      className={classes.cancel}
      onClick={() => (signatory ? setAsked(true) : cancel())}
    >
      {label}
    </Button>
  );
}

/** The payer's own next step in the guided flow; otherwise what the campaign waits for. */
function NextStep({ agreement }: { agreement: Agreement }) {
  const { nextStep } = bannerOf(agreement, 'vendor', countryRules().brand, useOthers(agreement));
  const { data: flow } = useQuery(signingQueries.flow(agreement));
  const current = flow?.steps.find(({ name }) => name === flow.current);
  // Once a loan is signed there is no guidance: what is left to pay has its own card.
  const card = isGuidedIn(agreement.status, agreement.financeOptionCode ?? null) ? 'guidance' : 'payerPayment';
  return (
    <section className={`${classes.bar} kerb-no-print`} aria-label="Next step" data-foot-bar>
      <IconArrowRight size={20} className={classes.arrow} aria-hidden="true" />
      <div className={classes.barWords}>
        <div className={classes.barLabel}>Next step</div>
        {current?.label ?? nextStep}
      </div>
      {current && (
        <Button variant="light" onClick={() => showCard(card)}>
          Go to it
        </Button>
      )}
    </section>
  );
}
