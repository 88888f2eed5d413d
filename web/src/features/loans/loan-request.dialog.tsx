import { loanRequestKindNames, loanRequestLabels } from '@kerb/domain/loans/loan-request-words.ts';
import {
  type LoanRequest,
  type LoanRequestAnswer,
  type LoanRequests,
  loanRequestAnswer,
  type NewLoanRequest,
  newLoanRequest,
} from '@kerb/domain/loans/loan-requests.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { DateField } from '@kerb/web/design/date-field.tsx';
import { shortDay } from '@kerb/web/design/dates.ts';
import { useContractForm } from '@kerb/web/design/form.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useLoanChanges } from '@kerb/web/features/loans/loans.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useIdempotentRequest } from '@kerb/web/platform/idempotent-request.ts';
import { Button, Group, Modal, NativeSelect, Text, Textarea } from '@mantine/core';

type Props = DialogProps & { agreementId: number; requests: LoanRequests };

const outcomes = [
  { value: 'granted', label: 'Grant' },
  { value: 'declined', label: 'Decline' },
];

const answering = 'Answer a request';

/** Grants a request with a new due date, or declines it with a reason. */
export function AnswerDialog({ agreementId, requests, request, onClose }: Props & { request: LoanRequest }) {
  useReturnedFocus();
  const { answerTerms, refresh } = useLoanChanges(agreementId);
  const send = useIdempotentRequest<LoanRequestAnswer>();
  const form = useContractForm({
    body: loanRequestAnswer,
    initialValues: { outcome: 'granted' as 'granted' | 'declined', newDueDate: request.wishedDate, answer: '' },
    toBody: ({ outcome, newDueDate, answer }) => ({
      outcome,
      newDueDate: outcome === 'granted' ? newDueDate || null : null,
      answer,
    }),
    submit: async (body) => {
      await withProgress(savingText, () => send(body, (sent, key) => answerTerms(request.id, sent, key)));
      await refresh();
      toast.success('Answered. The payers are told by e-mail.');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  const isGranted = form.form.values.outcome === 'granted';
  return (
    <Modal opened onClose={close} title={answering}>
      <ContractForm form={form} label={answering}>
        <Text size="sm">{`The payer wishes to repay by ${shortDay(request.wishedDate)}.`}</Text>
        <Text size="sm">{`The law asks for an answer by ${shortDay(request.answerBy)}.`}</Text>
        <NativeSelect label="Answer" data={outcomes} data-autofocus {...form.field('outcome')} />
        {isGranted && (
          <DateField
            label="New due date"
            min={requests.earliestDate}
            max={requests.latestDate}
            {...form.field('newDueDate')}
          />
        )}
        <Textarea
          label={isGranted ? 'Words for the payers' : 'Why, for the payers'}
          rows={3}
          {...form.field('answer')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>Send answer</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}

const recording = 'Record a request';

/** A request that a payer made by phone or by letter. */
export function AskDialog({ agreementId, requests, onClose }: Props) {
  useReturnedFocus();
  const { askForTerms, refresh } = useLoanChanges(agreementId);
  const send = useIdempotentRequest<NewLoanRequest>();
  const form = useContractForm({
    body: newLoanRequest,
    initialValues: {
      signatoryId: String(requests.payers[0]?.id ?? ''),
      kind: 'hardship' as (typeof loanRequestKindNames)[number],
      reason: '',
      canPay: '',
      wishedDate: requests.earliestDate,
    },
    toBody: ({ signatoryId, ...typed }) => ({ ...typed, signatoryId: Number(signatoryId) }),
    submit: async (body) => {
      await withProgress(savingText, () => send(body, askForTerms));
      await refresh();
      toast.success('Done');
      onClose();
    },
  });
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title={recording}>
      <ContractForm form={form} label={recording}>
        <NativeSelect
          label="Payer"
          data={requests.payers.map(({ id, displayName }) => ({ value: String(id), label: displayName }))}
          data-autofocus
          {...form.field('signatoryId')}
        />
        <NativeSelect
          label="Because of"
          data={loanRequestKindNames.map((value) => ({ value, label: loanRequestLabels[value] }))}
          {...form.field('kind')}
        />
        <Textarea label="Reason" rows={3} {...form.field('reason')} />
        <Textarea label="Can pay" rows={2} {...form.field('canPay')} />
        <DateField
          label="Wished due date"
          min={requests.earliestDate}
          max={requests.latestDate}
          {...form.field('wishedDate')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>{recording}</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
