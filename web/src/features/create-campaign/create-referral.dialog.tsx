import { agreementEndpoints, newAgreement } from '@kerb/domain/agreements/agreements.contract.ts';
import {
  countedSlots,
  createTitle,
  defaultFundsPurpose,
  emptySlot,
  mayCreate,
  ownersHint,
  type PayerSlot,
} from '@kerb/domain/agreements/create-form.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { purposesOf } from '@kerb/domain/agreements/new-campaign.ts';
import { type Cents, centsFromTyped, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import type { Tenant } from '@kerb/domain/organisations/organisations.contract.ts';
import { type FundsPurpose, fundsPurposeLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { AmountInput, blankOrCents, groupAmount } from '@kerb/web/design/amount-input.tsx';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { DateField } from '@kerb/web/design/date-field.tsx';
import { type ContractFormState, useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { refreshLists } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import classes from '@kerb/web/features/create-campaign/create-referral.module.css';
import { PayerSlots } from '@kerb/web/features/create-campaign/payer-slots.tsx';
import { ReferralOrganisationField } from '@kerb/web/features/create-campaign/referral-organisation-field.tsx';
import { organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { payerBody } from '@kerb/web/features/payers/payer-body.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { sentenceFor } from '@kerb/web/platform/api-problem.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useIsPhone } from '@kerb/web/platform/media.ts';
import { useSession } from '@kerb/web/platform/session.tsx';
import { Alert, Button, Group, Modal, NativeSelect, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

type Request = { tenantId?: number | undefined; purpose?: FundsPurpose | undefined; budgetCents?: Cents | undefined };

type Values = {
  tenant: string;
  campaignBudget: string;
  campaignPlannedStartDate: string;
  /** Empty until the user chooses; the organisation's own purpose then applies. */
  campaignBudgetFundsPurpose: FundsPurpose | '';
  vendors: PayerSlot[];
};

/** A deposit requested for an organisation that takes none falls back to that organisation's own purpose. */
function purposeOf(chosen: FundsPurpose | '', organisation: Tenant | undefined): FundsPurpose | null {
  if (!organisation) return chosen || null;
  return chosen && purposesOf(organisation).includes(chosen) ? chosen : defaultFundsPurpose(organisation.type);
}

const idOf = (typed: string): number | null => (typed === '' ? null : Number(typed));

function bodyOf(values: Values, organisation: Tenant | undefined) {
  return {
    campaignBudget: blankOrCents(values.campaignBudget),
    campaignPlannedStartDate: values.campaignPlannedStartDate,
    campaignBudgetFundsPurpose: purposeOf(values.campaignBudgetFundsPurpose, organisation),
    tenant: idOf(values.tenant),
    vendors: countedSlots(values.vendors).map(payerBody),
  };
}

/** The requested organisation, or the user's only one. */
function useFirstOrganisation({ tenantId }: Request): string {
  const { memberships } = useSession();
  const only = memberships.length === 1 ? memberships[0]?.tenantId : undefined;
  return String(tenantId ?? only ?? '');
}

function useCreateForm(request: Request, onClose: () => void) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const firstOrganisation = useFirstOrganisation(request);
  const form: ContractFormState<Values> = useContractForm({
    body: newAgreement,
    initialValues: {
      tenant: firstOrganisation,
      campaignBudget: request.budgetCents === undefined ? '' : groupAmount(decimalFromCents(request.budgetCents)),
      campaignPlannedStartDate: '',
      campaignBudgetFundsPurpose: request.purpose ?? '',
      vendors: [{ ...emptySlot }],
    } as Values,
    toBody: (values) => bodyOf(values, organisation.data),
    submit: async (body) => {
      const created = await withProgress('Creating Campaign...', () => call(agreementEndpoints.create, { body }));
      toast.success('Campaign Created');
      void refreshLists(client);
      onClose();
      await navigate({
        to: '/agencies/$tenantId/applications/$applicationId',
        params: { tenantId: created.tenant, applicationId: created.id },
      });
    },
  });
  const tenantId = idOf(form.form.values.tenant);
  const organisation = useQuery({ ...organisationQueries.one(tenantId ?? 0), enabled: tenantId !== null });
  // An empty slot is not sent. It also leaves the form, so that the server's errors are shown at the right payers.
  const onSubmit: typeof form.onSubmit = (event) => {
    const { vendors } = form.form.values;
    const counted = countedSlots(vendors);
    if (counted.length < vendors.length) form.form.setFieldValue('vendors', counted);
    form.onSubmit(event);
  };
  return { form: { ...form, onSubmit }, organisation, mustChooseOrganisation: firstOrganisation === '' };
}

export function CreateReferralDialog({ onClose, ...request }: Request & DialogProps) {
  const isPhone = useIsPhone();
  const { form, organisation, mustChooseOrganisation } = useCreateForm(request, onClose);
  const { values } = form.form;
  const purpose = purposeOf(values.campaignBudgetFundsPurpose, organisation.data);
  const isReady = mayCreate({
    amountCents: centsFromTyped(values.campaignBudget),
    date: values.campaignPlannedStartDate || null,
    slots: values.vendors,
    isLoading: !organisation.data || form.submitting,
  });
  const close = form.guardClose(onClose);
  const title = purpose ? createTitle(purpose) : 'Create New Referral';
  return (
    <Modal opened onClose={close} title={title} size="lg" fullScreen={isPhone}>
      <ContractForm form={form} label={title}>
        {organisation.error && (
          <Alert color="danger" role="alert">
            {sentenceFor(organisation.error)}
          </Alert>
        )}
        {mustChooseOrganisation ? (
          <ReferralOrganisationField {...form.field('tenant')} />
        ) : (
          organisation.data && <Text size="sm">{`For ${organisation.data.name}`}</Text>
        )}
        <FundingFields form={form} organisation={organisation.data} purpose={purpose} />
        {purpose && ownersHint(purpose) && (
          <Text size="sm" c="dimmed">
            {ownersHint(purpose)}
          </Text>
        )}
        <PayerSlots form={form} purpose={purpose ?? 'marketing'} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton disabled={!isReady}>Create</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}

type FundingFieldsProps = {
  form: ContractFormState<Values>;
  organisation: Tenant | undefined;
  purpose: FundsPurpose | null;
};

function FundingFields({ form, organisation, purpose }: FundingFieldsProps) {
  const known = purpose ? [purpose] : [];
  const choices = organisation ? purposesOf(organisation) : known;
  return (
    <div className={classes.fields}>
      <AmountInput label="Amount" required data-autofocus {...form.field('campaignBudget')} />
      <DateField
        label={labelOfField('campaignPlannedStartDate')}
        required
        {...form.field('campaignPlannedStartDate')}
      />
      <NativeSelect
        label={labelOfField('campaignBudgetFundsPurpose')}
        required
        disabled={choices.length === 0}
        data={choices.map((value) => ({ value, label: fundsPurposeLabels[value] }))}
        {...form.field('campaignBudgetFundsPurpose')}
        value={purpose ?? ''}
      />
    </div>
  );
}
