import { amountText } from '@kerb/web/design/amount-input.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { ApplyEstimate, useCalculatedFor, useFeeTerms } from '@kerb/web/features/fee-calculator/apply-estimate.tsx';
import classes from '@kerb/web/features/fee-calculator/fee-calculator.module.css';
import { FeeCalculator, useTypedTerms } from '@kerb/web/features/fee-calculator/fee-calculator.tsx';
import type { CalculatedLoan, DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Modal } from '@mantine/core';

type FeeCalculatorDialogProps = DialogProps & { loan?: CalculatedLoan | undefined };

/** Without a loan it estimates and offers a referral; from a campaign it shows that loan's costs. */
export function FeeCalculatorDialog({ onClose, loan }: FeeCalculatorDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Fee Calculator" size="lg">
      {loan ? <LoanCalculator loan={loan} /> : <NewCalculator onClose={onClose} />}
    </Modal>
  );
}

function LoanCalculator({ loan: { budgetCents, additionalCents, terms } }: { loan: CalculatedLoan }) {
  const [typed, setTyped] = useTypedTerms(
    amountText(budgetCents || null) || undefined,
    amountText(additionalCents || null),
  );
  return <FeeCalculator typed={typed} onChange={setTyped} terms={terms} />;
}

function NewCalculator({ onClose }: DialogProps) {
  const [typed, setTyped] = useTypedTerms();
  const calculatedFor = useCalculatedFor();
  const { terms } = useFeeTerms(calculatedFor);
  const search = { budget: typed.budget, brand: calculatedFor.organisation?.identifier ?? undefined };
  return (
    <>
      <FeeCalculator typed={typed} onChange={setTyped} terms={terms} />
      <div className={classes.foot}>
        <LinkText to="/calculator" search={search} size="sm" onClick={onClose}>
          Open on its own page
        </LinkText>
        <ApplyEstimate budget={typed.budget} {...calculatedFor} />
      </div>
    </>
  );
}
