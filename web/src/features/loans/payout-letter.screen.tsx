import type { ConfirmedLetter } from '@kerb/domain/loans/loans.contract.ts';
import { readPayoutCode, writtenPayoutCode } from '@kerb/domain/loans/payout-letters.ts';
import { transferFacts } from '@kerb/domain/payments/transfer-facts.ts';
import { longDay } from '@kerb/web/design/dates.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/loans/loan.module.css';
import { loanQueries } from '@kerb/web/features/loans/loans.queries.ts';
import { ApiProblem, sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

const route = getRouteApi('/payout');
const notACode = 'Enter the ten letters and digits of the code on the letter.';
const notOurs = 'We have not issued a letter with this code. Please check it, and do not pay before you have.';

/** For anyone with a payout letter: whether the platform issued it, and whether its figure is still valid. */
export function PayoutLetterScreen() {
  const { code } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={classes.confirm}>
      <PageHeader title="Check a payout letter" />
      <p className={classes.lead}>
        Before you pay out a loan, check here that the letter is ours, and compare its amount and its account.
      </p>
      <Surface>
        <Stack gap="lg">
          <CodeForm code={code ?? ''} onCode={(next) => void navigate({ search: { code: next } })} />
          {code && <Confirmed code={code} />}
        </Stack>
      </Surface>
    </div>
  );
}

function CodeForm({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  const [typed, setTyped] = useState(code);
  const [error, setError] = useState<string>();
  const check = (event: FormEvent) => {
    event.preventDefault();
    const read = readPayoutCode(typed);
    setError(read ? undefined : notACode);
    if (read) onCode(writtenPayoutCode(read));
  };
  return (
    <form onSubmit={check} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Code"
          description="It is at the top of the letter."
          value={typed}
          error={error}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" style={{ alignSelf: 'start' }}>
          Check
        </Button>
      </Stack>
    </form>
  );
}

function Confirmed({ code }: { code: string }) {
  const { data, error } = useQuery(loanQueries.confirmed(code));
  if (error) {
    const isUnknown = error instanceof ApiProblem && [400, 404].includes(error.status);
    return <Verdict state="none" words={isUnknown ? notOurs : sentenceFor(error)} />;
  }
  if (!data) return <LinesSkeleton lines={4} />;
  return (
    <Stack gap="lg">
      <Verdict state={data.state} words={data.stateLabel} />
      <Facts rows={rowsOf(data)} isLong />
      {data.payTo && data.state === 'valid' && <PayTo payTo={data.payTo} />}
    </Stack>
  );
}

function Verdict({ state, words }: { state: string; words: string }) {
  const Icon = state === 'valid' ? IconCircleCheck : IconAlertTriangle;
  return (
    <p className={classes.verdict} data-state={state} role="status">
      <Icon size={22} aria-hidden="true" style={{ flexShrink: 0 }} />
      {words}
    </p>
  );
}

const rowsOf = (letter: ConfirmedLetter) =>
  [
    [
      'Code',
      <span key="code" className={classes.code}>
        {letter.code}
      </span>,
    ],
    ['Lender', letter.brand],
    ['Reference', letter.flowNumber],
    ...(letter.property ? [['Property', letter.property] as const] : []),
    ['Issued', longDay(letter.issuedDate)],
    ['To be paid on', longDay(letter.payoutDate)],
    ['Valid until', longDay(letter.validUntil)],
    ...letter.lines.map(({ label, amount }) => [label, <Money key={label} cents={amount} isExact />] as const),
    [
      <strong key="total">Total due</strong>,
      <strong key="sum">
        <Money cents={letter.total} isExact />
      </strong>,
    ],
  ] as const;

function PayTo({ payTo }: { payTo: NonNullable<ConfirmedLetter['payTo']> }) {
  return (
    <div>
      <h2 className={classes.heading}>Pay to</h2>
      <Facts isLong rows={transferFacts(payTo, countryRules())} />
    </div>
  );
}
