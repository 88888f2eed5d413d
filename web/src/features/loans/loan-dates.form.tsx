import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { loanDateLabels, loanDateNames } from '@kerb/domain/loans/save-loan.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { DateField } from '@kerb/web/design/date-field.tsx';
import { type CardFields, useCardForm } from '@kerb/web/features/campaigns/card-form.ts';
import classes from '@kerb/web/features/loans/finance.module.css';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { Button, Group, Text } from '@mantine/core';

type Values = Record<keyof typeof loanDateLabels, string>;

const valuesOf = (agreement: Agreement): Values =>
  Object.fromEntries(loanDateNames.map((name) => [name, agreement[name] ?? ''])) as Values;
const toBody = (values: Values) =>
  Object.fromEntries(loanDateNames.map((name) => [name, values[name] || null])) as {
    [Name in keyof Values]: string | null;
  };

type LoanDatesFormProps = { record: Versioned<Agreement>; today: Day; onClose: () => void };

/** All dates of a loan, for an admin. Saving a withdrawal clears the settlement. */
export function LoanDatesForm({ record, today, onClose }: LoanDatesFormProps) {
  const fields: CardFields<Values> = { valuesOf, toBody, onSaved: onClose };
  const form = useCardForm(record, fields);
  const { values } = form.form;
  const isWithdrawn = values.propertyWithdrawnFromSaleDate !== '';
  return (
    <ContractForm form={form} label="Loan dates">
      <div className={classes.fields}>
        <DateField
          label={loanDateLabels.campaignFinanceLoanStartDate}
          {...form.field('campaignFinanceLoanStartDate')}
        />
        <DateField label={loanDateLabels.campaignFinanceDrawdownDate} {...form.field('campaignFinanceDrawdownDate')} />
        <DateField
          label={loanDateLabels.campaignFinanceRepaidDate}
          disabled={values.campaignFinanceDrawdownDate === ''}
          max={today}
          {...form.field('campaignFinanceRepaidDate')}
        />
        <DateField
          label={loanDateLabels.propertySettlementDate}
          disabled={isWithdrawn}
          {...form.field('propertySettlementDate')}
        />
        <DateField
          label={loanDateLabels.propertyWithdrawnFromSaleDate}
          {...form.field('propertyWithdrawnFromSaleDate')}
        />
        <DateField label={loanDateLabels.loanEndDate} {...form.field('loanEndDate')} />
      </div>
      <Text size="sm" c="dimmed">
        The loan starts with the last signature, or with the drawdown if that is later, unless you enter another day.
        The repaid date can be entered once there is a drawdown date. A withdrawal clears the settlement date.
      </Text>
      <Group gap="sm">
        <SubmitButton disabled={!form.isDirty}>Save</SubmitButton>
        <Button variant="default" onClick={form.guardClose(onClose)}>
          Cancel
        </Button>
      </Group>
    </ContractForm>
  );
}
