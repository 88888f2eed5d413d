import type { Role } from '@kerb/domain/access/actor.ts';
import { basisPointsFromTyped, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { feesOnExample, hasCustomFees, setsOptionTerms } from '@kerb/domain/options/tenant-option-rules.ts';
import { savedTenantOption } from '@kerb/domain/options/tenant-options.contract.ts';
import { AmountInput, blankOrCents } from '@kerb/web/design/amount-input.tsx';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { Money } from '@kerb/web/design/money.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToggleSwitch } from '@kerb/web/design/toggle-switch.tsx';
import { InterestFreeForm } from '@kerb/web/features/options/interest-free.form.tsx';
import classes from '@kerb/web/features/options/tenant-options.module.css';
import type { ShownOption } from '@kerb/web/features/options/tenant-options.queries.ts';
import { useOptionChanges } from '@kerb/web/features/options/tenant-options.queries.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

/** The fee calculator's default budget. */
const exampleCents = 1_000_00;

type PayLaterTermsProps = { tenantId: number; option: ShownOption; role: Role };
type Values = { budgetOwnerFee: string; budgetOwnerFeeName: string; serviceFeePercent: string; interestRate: string };

/** '5.5' from 550: per cent with at least one decimal. */
function percentText(basisPoints: number | null | undefined): string {
  if (basisPoints === null || basisPoints === undefined) return '';
  return (basisPoints / 100).toFixed(basisPoints % 10 === 0 ? 1 : 2);
}

/** NaN if it is not a percentage, so that the contract shows an error under the field. */
const basisPointsOf = (typed: string): number | null =>
  typed.trim() === '' ? null : (basisPointsFromTyped(typed) ?? Number.NaN);

const toBody = (values: Values) => ({
  budgetOwnerFee: blankOrCents(values.budgetOwnerFee),
  budgetOwnerFeeName: values.budgetOwnerFeeName,
  serviceFeePercent: basisPointsOf(values.serviceFeePercent),
  interestRate: basisPointsOf(values.interestRate),
});

const valuesOf = (option: ShownOption): Values => ({
  budgetOwnerFee: option.budgetOwnerFee === null ? '' : decimalFromCents(option.budgetOwnerFee),
  budgetOwnerFeeName: option.budgetOwnerFeeName ?? '',
  serviceFeePercent: percentText(option.serviceFeePercent),
  interestRate: percentText(option.interestRate),
});

/** The results of the figures; nothing while one of them is invalid. */
function Computed({ values }: { values: Values }) {
  const country = countryRules();
  const own = toBody(values);
  const isReadable = [own.budgetOwnerFee, own.serviceFeePercent, own.interestRate].every(
    (figure) => !Number.isNaN(figure),
  );
  if (!isReadable) return null;
  const { serviceFeeCents, comparisonRateBasisPoints } = feesOnExample(exampleCents, own, country);
  const rate = comparisonRateBasisPoints === null ? '–' : `${(comparisonRateBasisPoints / 100).toFixed(2)}%`;
  return (
    <Facts
      rows={[
        ['Comparison rate', rate],
        [`${country.payLaterFeeLabel} on $1,000`, `$${decimalFromCents(serviceFeeCents)}`],
      ]}
    />
  );
}

function FeesForm({ tenantId, option }: PayLaterTermsProps) {
  const save = useOptionChanges(tenantId, 'pl');
  const country = countryRules();
  const form = useContractForm({
    body: savedTenantOption,
    initialValues: valuesOf(option),
    toBody,
    submit: async (body) => {
      await withProgress(savingText, () => save(body));
      toast.success('Saved');
    },
  });
  const { payLater } = country;
  return (
    <ContractForm form={form} label="Custom Pay Later fees">
      <div className={classes.fields}>
        <TextInput
          label={`${country.payLaterFeeLabel} (%)`}
          inputMode="decimal"
          placeholder={percentText(payLater.serviceFeeBasisPoints)}
          {...form.field('serviceFeePercent')}
        />
        <TextInput
          label="Interest rate (%)"
          inputMode="decimal"
          placeholder={percentText(payLater.interestRateBasisPoints)}
          {...form.field('interestRate')}
        />
        <AmountInput label="Budget owner fee" {...form.field('budgetOwnerFee')} />
        <TextInput label="Budget owner fee name" maxLength={100} {...form.field('budgetOwnerFeeName')} />
      </div>
      <Computed values={form.form.values} />
      <SubmitButton disabled={!form.isDirty} style={{ alignSelf: 'start' }}>
        Save fees
      </SubmitButton>
    </ContractForm>
  );
}

const noFees = { budgetOwnerFee: null, budgetOwnerFeeName: null, serviceFeePercent: null, interestRate: null };

function CustomFees(props: PayLaterTermsProps) {
  const { tenantId, option } = props;
  const save = useOptionChanges(tenantId, 'pl');
  const isCustom = hasCustomFees({ ...option, interestRate: option.interestRate ?? null });
  const [isOpen, setOpen] = useState(isCustom);
  const turn = async (on: boolean) => {
    if (on || !isCustom) return setOpen(on);
    try {
      await withProgress(savingText, () => save(noFees));
      toast.success('Saved');
      setOpen(false);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <>
      <ToggleSwitch label="Custom Pay Later fees" checked={isOpen} onChange={(on) => void turn(on)} />
      {isOpen && <FeesForm key={JSON.stringify(valuesOf(option))} {...props} />}
    </>
  );
}

function OwnTerms({ option }: { option: ShownOption }) {
  const { budgetOwnerFee, budgetOwnerFeeName, serviceFeePercent, interestFreeOffered } = option;
  const rows: [string, React.ReactNode][] = [
    ...(serviceFeePercent === null
      ? []
      : [[countryRules().payLaterFeeLabel, `${percentText(serviceFeePercent)}%`] as [string, string]]),
    ...(budgetOwnerFee === null
      ? []
      : [
          [budgetOwnerFeeName ?? 'Budget owner fee', <Money key="fee" cents={budgetOwnerFee} />] as [
            string,
            React.ReactNode,
          ],
        ]),
    ...(interestFreeOffered
      ? [
          ['Interest free days', String(option.interestFreeDays)] as [string, string],
          ['Offer ends', <DateText key="ends" value={option.interestFreeOfferExpiryDate} />] as [
            string,
            React.ReactNode,
          ],
        ]
      : []),
  ];
  return rows.length > 0 ? <Facts rows={rows} /> : <Text size="sm">Standard fees apply.</Text>;
}

/** The terms of Pay Later: an admin sets them, the organisation reads them. */
export function PayLaterTerms(props: PayLaterTermsProps) {
  if (!setsOptionTerms(props.role)) return <OwnTerms option={props.option} />;
  return (
    <Stack gap="md">
      <CustomFees {...props} />
      <InterestFreeForm tenantId={props.tenantId} option={props.option} />
    </Stack>
  );
}
