import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { ApplyEstimate, useCalculatedFor, useFeeTerms } from '@kerb/web/features/fee-calculator/apply-estimate.tsx';
import classes from '@kerb/web/features/fee-calculator/fee-calculator.module.css';
import { FeeCalculator, useTypedTerms } from '@kerb/web/features/fee-calculator/fee-calculator.tsx';
import { loginAddress } from '@kerb/web/platform/login.ts';
import { useSessionIfAny } from '@kerb/web/platform/session.tsx';
import { Anchor } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/calculator');

/** Open to anyone. A signed-in user calculates with their organisation's terms, and may apply. */
export function CalculatorScreen() {
  const { budget, brand } = route.useSearch();
  const session = useSessionIfAny();
  const [typed, setTyped] = useTypedTerms(budget);
  const calculatedFor = useCalculatedFor(brand);
  const { terms, brandName } = useFeeTerms(calculatedFor, brand);
  const { organisation, mustChoose } = calculatedFor;
  return (
    <div className={classes.page}>
      <PageHeader title="Fee Calculator" subtitle={(!mustChoose && organisation?.name) || brandName} />
      <Surface>
        <FeeCalculator typed={typed} onChange={setTyped} terms={terms} />
        <div className={classes.foot}>
          <span />
          {session ? (
            <ApplyEstimate budget={typed.budget} {...calculatedFor} />
          ) : (
            <Anchor href={loginAddress()} fz="sm">
              Log in to apply
            </Anchor>
          )}
        </div>
      </Surface>
    </div>
  );
}
