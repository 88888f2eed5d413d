import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { ApplyEstimate, useCalculatedFor } from '@kerb/web/features/loans/apply-estimate.tsx';
import classes from '@kerb/web/features/loans/fee-calculator.module.css';
import { FeeCalculator, useTypedTerms } from '@kerb/web/features/loans/fee-calculator.tsx';
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/calculator');

export function CalculatorScreen() {
  const { budget, brand } = route.useSearch();
  const [typed, setTyped] = useTypedTerms(budget);
  const calculatedFor = useCalculatedFor(brand);
  const { organisation, mustChoose } = calculatedFor;
  return (
    <div className={classes.page}>
      <PageHeader title="Fee Calculator" subtitle={!mustChoose && organisation?.name} />
      <Surface>
        <FeeCalculator typed={typed} onChange={setTyped} />
        <div className={classes.foot}>
          <span />
          <ApplyEstimate budget={typed.budget} {...calculatedFor} />
        </div>
      </Surface>
    </div>
  );
}
