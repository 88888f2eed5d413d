import { newAgreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { centsFromTyped } from '@kerb/domain/kernel/money.ts';
import { AmountInput } from '@kerb/web/design/amount-input.tsx';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { hasUnsavedChanges } from '@kerb/web/platform/unsaved-changes.ts';
import { TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart, usePage } from '../../test/harness.tsx';

const typed = { campaignBudget: '', campaignPlannedStartDate: '2026-11-14', payer: { emailAddress: '' } };
type Typed = typeof typed;
type Submit = (body: { campaignBudget: number }) => Promise<void>;

function Form({ submit, reload }: { submit: Submit; reload?: () => Promise<Typed> }) {
  const form = useContractForm({
    body: newAgreement,
    initialValues: typed,
    toBody: (values) => ({
      campaignBudget: centsFromTyped(values.campaignBudget),
      campaignPlannedStartDate: values.campaignPlannedStartDate,
      campaignBudgetFundsPurpose: 'marketing',
      tenant: 7,
      vendors: [{ firstName: 'Vera', surname: 'Vale', emailAddress: values.payer.emailAddress }],
    }),
    submit,
    ...(reload && { reload }),
  });
  return (
    <ContractForm form={form}>
      <AmountInput label="Amount" {...form.field('campaignBudget')} />
      <TextInput label="Date" {...form.field('campaignPlannedStartDate')} />
      {/* The field's name on the wire differs from its name here. */}
      <TextInput
        label="Email"
        {...form.field('payer.emailAddress')}
        {...form.field('vendors.0.emailAddress')}
        value={form.form.values.payer.emailAddress}
        onChange={(event) => form.form.setFieldValue('payer.emailAddress', event.currentTarget.value)}
      />
      <SubmitButton>Create</SubmitButton>
    </ContractForm>
  );
}

const amount = () => screen.getByLabelText<HTMLInputElement>('Amount');
const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const create = () => userEvent.click(screen.getByRole('button', { name: 'Create' }));
const refusal = (validation: ApiProblem['validation'], status = 422) =>
  new ApiProblem({ kind: 'refused', status, displayText: 'It was refused.', validation });

const someoneWasFirst = () =>
  new ApiProblem({ kind: 'refused', status: 409, type: '/problems/conflict', displayText: 'Someone was first.' });

async function fillIn() {
  await userEvent.type(amount(), '4200');
  await userEvent.type(email(), 'vera@example.test');
}

beforeEach(() => usePage());

describe('a form', () => {
  it("sends the typed values as its contract's values", async () => {
    const submit = vi.fn<Submit>(async () => undefined);
    renderPart(<Form submit={submit} />);
    await fillIn();
    await create();
    expect(submit.mock.calls[0]?.[0]).toMatchObject({ campaignBudget: 4_200_00, tenant: 7 });
    expect(amount().value).toBe('4,200');
  });

  it('checks a field on blur', async () => {
    renderPart(<Form submit={async () => undefined} />);
    await userEvent.click(amount());
    await userEvent.tab();
    expect(await screen.findByText('This is required.')).toBeTruthy();
  });

  it('moves nothing while the mouse button is pressed, because the click would be lost', async () => {
    renderPart(<Form submit={async () => undefined} />);
    const user = userEvent.setup();
    await user.click(amount());
    await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Create' }) });
    expect(document.activeElement).not.toBe(amount());
    expect(screen.queryByText('This is required.')).toBeNull();
    await user.pointer('[/MouseLeft]');
    await waitFor(() => expect(document.activeElement).toBe(amount()));
    expect(screen.getAllByText('This is required.').length).toBeGreaterThan(0);
  });

  it('focuses the first field in error, and sends nothing', async () => {
    const submit = vi.fn<Submit>(async () => undefined);
    renderPart(<Form submit={submit} />);
    await create();
    await waitFor(() => expect(document.activeElement).toBe(amount()));
    expect(submit).not.toHaveBeenCalled();
  });

  it("shows the server's errors under their fields, nested names too, and keeps the typed values", async () => {
    const validation = {
      'vendors.0.emailAddress': [{ type: 'conflictingValue' as const, message: 'Already a payer.' }],
    };
    renderPart(<Form submit={() => Promise.reject(refusal(validation))} />);
    await fillIn();
    await create();
    expect(await screen.findByText('Already a payer.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(email()));
    expect(email().value).toBe('vera@example.test');
    expect(email().getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows errors that belong to no field above the form', async () => {
    const validation = { tenant: [{ type: 'notValid' as const, message: 'The organisation is closed.' }] };
    renderPart(<Form submit={() => Promise.reject(refusal(validation))} />);
    await fillIn();
    await create();
    expect((await screen.findByRole('alert')).textContent).toBe('The organisation is closed.');
  });

  it('shows the reason of a refusal above the form', async () => {
    renderPart(<Form submit={() => Promise.reject(refusal({}))} />);
    await fillIn();
    await create();
    expect((await screen.findByRole('alert')).textContent).toBe('It was refused.');
  });

  it('counts as unsaved from the first key press until it is saved', async () => {
    renderPart(<Form submit={async () => undefined} />);
    expect(hasUnsavedChanges()).toBe(false);
    await fillIn();
    expect(hasUnsavedChanges()).toBe(true);
    await create();
    await waitFor(() => expect(hasUnsavedChanges()).toBe(false));
  });
});

describe('a form that another user saved first', () => {
  const theirs = { ...typed, campaignBudget: '9,000' };
  const sentence = 'Someone else has changed this since you opened it.';

  function openConflict() {
    const submit = vi.fn<Submit>().mockRejectedValueOnce(someoneWasFirst()).mockResolvedValue(undefined);
    renderPart(<Form submit={submit} reload={async () => theirs} />);
    return submit;
  }

  it('says so and keeps everything typed', async () => {
    openConflict();
    await fillIn();
    await create();
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(amount().value).toBe('4,200');
  });

  it("can load the other user's version", async () => {
    openConflict();
    await fillIn();
    await create();
    await userEvent.click(await screen.findByRole('button', { name: 'Load theirs' }));
    await waitFor(() => expect(amount().value).toBe('9,000'));
    expect(screen.queryByText(sentence)).toBeNull();
    expect(hasUnsavedChanges()).toBe(false);
  });

  it("can keep the typed values and overwrite the other user's", async () => {
    const submit = openConflict();
    await fillIn();
    await create();
    await userEvent.click(await screen.findByRole('button', { name: 'Keep what I typed' }));
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
    expect(amount().value).toBe('4,200');
    await create();
    expect(submit).toHaveBeenCalledTimes(2);
    expect(submit.mock.calls[1]?.[0]).toMatchObject({ campaignBudget: 4_200_00 });
  });
});
