import { standingMay } from '@kerb/domain/access/access-scope.ts';
import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import {
  bannerHiddenIn,
  enableOne,
  optionsShown,
  optionsTitle,
  overseesOptions,
} from '@kerb/domain/options/option-rules.ts';
import type { CampaignOptions } from '@kerb/domain/options/options.contract.ts';
import { mayMarkAsPaid } from '@kerb/domain/payments/may-pay.ts';
import { beforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import { financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { MoneyLock } from '@kerb/web/features/campaigns/money-lock.tsx';
import { CostComparison } from '@kerb/web/features/options/cost-comparison.tsx';
import { OptionTile } from '@kerb/web/features/options/option-tile.tsx';
import classes from '@kerb/web/features/options/options.module.css';
import { optionQueries } from '@kerb/web/features/options/options.queries.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { useDialogs } from '@kerb/web/platform/dialogs.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

type PaymentOptionsCardProps = { record: Versioned<Agreement>; standing: Standing };

/** The options that the payer may choose from; the team switches them on and off. */
export function PaymentOptionsCard({ record, standing }: PaymentOptionsCardProps) {
  const { data, error, refetch } = useQuery(optionQueries.of(record.value.id));
  return (
    <Surface
      title={optionsTitle(standing, record.value.campaignBudgetFundsPurpose)}
      actions={
        standingMay(standing, 'payment.record') && <PaymentButtons agreement={record.value} standing={standing} />
      }
    >
      <Loaded data={data} error={error} onRetry={() => void refetch()}>
        {(options) => <Panel record={record} standing={standing} options={options} />}
      </Loaded>
    </Surface>
  );
}

const isStillOpen = ({ status, hasMoney }: Agreement): boolean => beforeApproval.includes(status) && !hasMoney;

function Panel({ record, standing, options }: PaymentOptionsCardProps & { options: CampaignOptions }) {
  const agreement = record.value;
  // Once the option is fixed, the costs of the others no longer matter.
  const { data: costs } = useQuery({ ...optionQueries.costs(agreement.id), enabled: isStillOpen(agreement) });
  return (
    <div className={classes.panel}>
      <SelectedOption agreement={agreement} options={options} />
      <MoneyLock agreement={agreement} standing={standing} />
      {overseesOptions(standing) && options.items.length === 0 && <p className={classes.attention}>{enableOne}</p>}
      <div className={classes.tiles}>
        {optionsShown(agreement, countryRules()).map((code) => (
          <OptionTile
            key={code}
            costs={isStillOpen(agreement) ? costs : undefined}
            {...{ code, record, standing, options }}
          />
        ))}
      </div>
      {costs && isStillOpen(agreement) && <CostComparison costs={costs} />}
    </div>
  );
}

/** For money that the payer does not pay by their own card. The payments room has the dialogs. */
function PaymentButtons({ agreement, standing }: { agreement: Agreement; standing: Standing }) {
  const { openManualPayment, openRequestPayment } = useDialogs();
  const facts = {
    status: agreement.status,
    financeOptionCode: agreement.financeOptionCode ?? null,
    campaignBudgetFundsPurpose: agreement.campaignBudgetFundsPurpose,
    paymentState: agreement.paymentState ?? 'none',
  };
  return (
    <>
      {mayMarkAsPaid(facts, facts.financeOptionCode ?? 'pn', standing) && (
        <Button variant="default" size="xs" onClick={() => openManualPayment(agreement.id)}>
          Manually Mark as Paid
        </Button>
      )}
      <Button variant="default" size="xs" onClick={() => openRequestPayment(agreement.id)}>
        Request Payment
      </Button>
    </>
  );
}

function SelectedOption({ agreement, options }: { agreement: Agreement; options: CampaignOptions }) {
  const { chosen } = options;
  if (!chosen || bannerHiddenIn.includes(agreement.status)) return null;
  return (
    <p className={classes.selected}>
      Selected option: <strong>{financeOptionLabels[chosen]}</strong>
    </p>
  );
}
