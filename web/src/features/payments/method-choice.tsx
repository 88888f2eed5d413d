import type { PaymentDetails } from '@kerb/domain/payments/payments.contract.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/payments/payments.module.css';
import { usePaymentChanges } from '@kerb/web/features/payments/payments.queries.ts';
import { IconBuildingBank, IconCreditCard } from '@tabler/icons-react';

type Intent = NonNullable<PaymentDetails['intent']>;

// biome-ignore format: a table
const methods = [
  { intent: 'credit-card',   label: 'Credit or debit card', hint: 'Paid at once, with a surcharge', Icon: IconCreditCard },
  { intent: 'bank-transfer', label: 'Bank transfer',        hint: 'Free, from your own bank',       Icon: IconBuildingBank },
] as const;

/** Card or bank transfer; the choice is stored with the campaign. */
export function MethodChoice({ agreementId, intent }: { agreementId: number; intent: Intent | null }) {
  const { chooseMethod } = usePaymentChanges(agreementId);
  const choose = async (chosen: Intent) => {
    if (chosen === intent) return;
    try {
      await withProgress('Saving...', () => chooseMethod(chosen));
    } catch (problem) {
      toast.error(problem);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset adds a border and a legend
    <div role="group" aria-label="Pay by" className={classes.choices}>
      {methods.map(({ intent: own, label, hint, Icon }) => (
        <button
          key={own}
          type="button"
          className={classes.choice}
          aria-pressed={own === intent}
          onClick={() => void choose(own)}
        >
          <Icon size={24} stroke={1.6} aria-hidden="true" />
          <span>
            <strong>{label}</strong>
            <span>{hint}</span>
          </span>
        </button>
      ))}
    </div>
  );
}
