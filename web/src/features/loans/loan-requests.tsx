import { loanRequestLabels } from '@kerb/domain/loans/loan-request-words.ts';
import type { LoanRequest, LoanRequests as Requests } from '@kerb/domain/loans/loan-requests.contract.ts';
import { loanRequestEndpoints } from '@kerb/domain/loans/loan-requests.contract.ts';
import { shortDay } from '@kerb/web/design/dates.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { LetterEvidence } from '@kerb/web/features/loans/letter-evidence.tsx';
import classes from '@kerb/web/features/loans/loan.module.css';
import type { LoanPartProps } from '@kerb/web/features/loans/loan-part.ts';
import { loanQueries } from '@kerb/web/features/loans/loans.queries.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';

const AnswerDialog = lazyComponent(
  async () => (await import('@kerb/web/features/loans/loan-request.dialog.tsx')).AnswerDialog,
);
const AskDialog = lazyComponent(
  async () => (await import('@kerb/web/features/loans/loan-request.dialog.tsx')).AskDialog,
);

type Fact = readonly [string, string];
const fact = (label: string, value: string | null): Fact[] => (value ? [[label, value]] : []);

/** Words and a colour say whether the answer is late. */
function State({ request: { state, stateLabel, isLate, answerBy } }: { request: LoanRequest }) {
  if (state === 'waiting') {
    const words = isLate ? `Answer overdue since ${shortDay(answerBy)}` : `Answer by ${shortDay(answerBy)}`;
    return <ToneBadge tone={isLate ? 'danger' : 'attention'}>{words}</ToneBadge>;
  }
  return <ToneBadge tone={state === 'in-force' ? 'success' : 'neutral'}>{stateLabel}</ToneBadge>;
}

async function saveLetter(id: number, requestId: number): Promise<void> {
  try {
    const nameOf = () => `Variation_${id}_${requestId}.pdf`;
    await saveDownload(loanRequestEndpoints.letter, { params: { id, requestId } }, { nameOf });
  } catch (error) {
    toast.error(error);
  }
}

function One({ id, request, onAnswer }: { id: number; request: LoanRequest; onAnswer: () => void }) {
  const waits = request.signatures.filter(({ signatureDate }) => signatureDate === null);
  return (
    <Stack gap="xs">
      <div>
        <State request={request} />
      </div>
      <Facts
        rows={[
          ['Asked by', `${request.askedBy}, ${shortDay(request.askedDate)}`],
          ['Because of', loanRequestLabels[request.kind]],
          ...fact('Reason', request.reason),
          ...fact('Can pay', request.canPay),
          ['Wished due date', shortDay(request.wishedDate)],
          ...fact('New due date', request.newDueDate && shortDay(request.newDueDate)),
          ...fact('Our answer', request.answer),
          ...fact(
            'Not signed yet',
            request.state === 'to-sign' ? waits.map(({ displayName }) => displayName).join(', ') : null,
          ),
        ]}
      />
      {request.signatures.map((signature) => (
        <LetterEvidence key={signature.signatory} signature={signature} />
      ))}
      <div className={`${classes.actions} kerb-no-print`}>
        {request.mayAnswer && (
          <Button variant="default" onClick={onAnswer}>
            Answer
          </Button>
        )}
        {request.href && (
          <Button variant="default" onClick={() => void saveLetter(id, request.id)}>
            Download letter
          </Button>
        )}
      </div>
    </Stack>
  );
}

function All({ id, requests }: { id: number; requests: Requests }) {
  const [open, setOpen] = useState<'ask' | LoanRequest | null>(null);
  const close = () => setOpen(null);
  return (
    <Stack gap="sm">
      {requests.items.length === 0 && (
        <Text size="sm" c="dimmed">
          Nobody has asked for other terms.
        </Text>
      )}
      {requests.items.map((request) => (
        <One key={request.id} id={id} request={request} onAnswer={() => setOpen(request)} />
      ))}
      {requests.mayAsk && requests.payers.length > 0 && (
        <div className={`${classes.actions} kerb-no-print`}>
          <Button variant="default" onClick={() => setOpen('ask')}>
            Record a request
          </Button>
        </div>
      )}
      <Suspense>
        {open === 'ask' && <AskDialog agreementId={id} requests={requests} onClose={close} />}
        {open !== null && open !== 'ask' && (
          <AnswerDialog agreementId={id} requests={requests} request={open} onClose={close} />
        )}
      </Suspense>
    </Stack>
  );
}

/** Requests of payers for more time: when each must be answered, its answer and its letter. */
export function LoanRequests({ record }: Pick<LoanPartProps, 'record'>) {
  const { data, error, refetch } = useQuery(loanQueries.requests(record));
  return (
    <section>
      <h3 className={classes.heading}>Hardship and more time</h3>
      <Loaded data={data} error={error} onRetry={() => void refetch()} lines={2}>
        {(requests) => <All id={record.value.id} requests={requests} />}
      </Loaded>
    </section>
  );
}
