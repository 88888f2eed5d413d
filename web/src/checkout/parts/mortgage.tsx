import { mortgageChoiceLabels, mortgageChoices, mortgageQuestion } from '@kerb/domain/signing/mortgage-answer.ts';
import { pathOfCampaign, useCheckout } from '@kerb/web/checkout/state.ts';
import { Action, Buttons, Choices, Heading } from '@kerb/web/checkout/ui/ui.tsx';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useState } from 'react';

type MortgageChoice = (typeof mortgageChoices)[number];

/** The mortgage is the campaign's: a co-owner finds the answer that was given before. */
export function Mortgage({ onNext }: { onNext: () => unknown }) {
  const { checkout, api, act } = useCheckout();
  const [choice, choose] = useState<MortgageChoice | null>(checkout.mortgage);
  const [isMissing, setMissing] = useState(false);
  const go = async () => {
    if (!choice) return setMissing(true);
    const body = { mortgage: choice };
    const isKept = await act(() => api.call(pathOfCampaign(checkout, '/flow'), { method: 'PUT', body }), {
      stay: true,
    });
    if (isKept) await onNext();
  };
  return (
    <>
      <Heading sub={words.details.mortgageHint}>{words.details.mortgage}</Heading>
      <Choices
        legend={words.said(mortgageQuestion)}
        name="mortgage"
        value={choice}
        onChange={(value) => {
          setMissing(false);
          choose(value);
        }}
        choices={mortgageChoices.map((value) => ({ value, label: words.said(mortgageChoiceLabels[value]) }))}
        error={isMissing ? words.choose.pick : undefined}
      />
      <Buttons>
        <Action onPress={go}>{words.details.go}</Action>
      </Buttons>
    </>
  );
}
