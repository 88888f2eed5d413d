import { LinkText } from '@kerb/web/design/link-text.tsx';
import { ApplyEstimate, useCalculatedFor } from '@kerb/web/features/loans/apply-estimate.tsx';
import classes from '@kerb/web/features/loans/fee-calculator.module.css';
import { FeeCalculator, useTypedTerms } from '@kerb/web/features/loans/fee-calculator.tsx';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { Modal } from '@mantine/core';

export function FeeCalculatorDialog({ onClose }: DialogProps) {
  const [typed, setTyped] = useTypedTerms();
  const calculatedFor = useCalculatedFor();
  const search = { budget: typed.budget, brand: calculatedFor.organisation?.identifier ?? undefined };
  return (
    <Modal opened onClose={onClose} title="Fee Calculator" size="lg">
      <FeeCalculator typed={typed} onChange={setTyped} />
      <div className={classes.foot}>
        <LinkText to="/calculator" search={search} size="sm" onClick={onClose}>
          Open on its own page
        </LinkText>
        <ApplyEstimate budget={typed.budget} {...calculatedFor} />
      </div>
    </Modal>
  );
}
