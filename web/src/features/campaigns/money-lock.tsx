import { standingMay } from '@kerb/domain/access/access-scope.ts';
import type { Standing } from '@kerb/domain/access/actor.ts';
import type { AgreementFieldName } from '@kerb/domain/agreements/agreement-fields.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { changeStep, isLockedByMoney as locksWithMoney, moneyLockWords } from '@kerb/domain/agreements/money-lock.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import { useDialogs } from '@kerb/web/platform/dialogs.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button, Group, Text } from '@mantine/core';

/** Whether this person may change budget and option by the step, because money was received. */
export const mayChangeAfterPayment = ({ hasMoney, status }: Agreement, standing: Standing): boolean =>
  hasMoney && !isCancelledOrDeclined(status) && standingMay(standing, 'payment.change');

/** Whether a form shows this field for reading only, because money was received. */
export const isLockedByMoney = (name: AgreementFieldName, { hasMoney, financeOptionCode }: Agreement): boolean =>
  hasMoney && locksWithMoney(name, financeOptionCode ?? null);

type MoneyLockProps = { agreement: Agreement; standing: Standing };

/** Says why budget and option do not change here, and opens the step for those who may take it. */
export function MoneyLock({ agreement, standing }: MoneyLockProps) {
  const { openChangeAfterPayment } = useDialogs();
  if (!agreement.hasMoney || isCancelledOrDeclined(agreement.status)) return null;
  const { supportPhone } = countryRules();
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">{moneyLockWords(standing, { organisation: agreement.tenantName, supportPhone })}</Text>
      {mayChangeAfterPayment(agreement, standing) && (
        <Button variant="default" size="xs" onClick={() => openChangeAfterPayment(agreement.id)}>
          {changeStep}
        </Button>
      )}
    </Group>
  );
}
