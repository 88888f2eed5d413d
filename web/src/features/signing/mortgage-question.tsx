import { required } from '@kerb/domain/kernel/validation-words.ts';
import {
  choiceOf,
  type MortgageChoice,
  mortgageChoiceLabels,
  mortgageChoices,
  mortgageQuestion,
} from '@kerb/domain/signing/mortgage-answer.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { StepButtons, type StepProps } from '@kerb/web/features/signing/flow-step.tsx';
import { useSigningChanges } from '@kerb/web/features/signing/signing.queries.ts';
import { Button, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';

/** Asks a borrower for the mortgage. It is the campaign's, so a co-owner finds the answer that was given before. */
export function MortgageQuestion({ record, onBack, onNext }: StepProps) {
  const { mortgageBalanceRange = null, mortgageBalanceUnsure = false } = record.value;
  const [choice, choose] = useState<MortgageChoice | null>(choiceOf({ mortgageBalanceRange, mortgageBalanceUnsure }));
  const [isMissing, setMissing] = useState(false);
  const { answerMortgage } = useSigningChanges(record.value);
  const goOn = async () => {
    if (!choice) return setMissing(true);
    try {
      await withProgress(savingText, () => answerMortgage(choice));
      await onNext();
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <>
      <Radio.Group
        label={mortgageQuestion}
        value={choice}
        onChange={(value) => choose(mortgageChoices.find((each) => each === value) ?? null)}
        error={isMissing && !choice ? required : undefined}
      >
        <Stack gap="sm" mt="sm">
          {mortgageChoices.map((value) => (
            <Radio key={value} value={value} label={mortgageChoiceLabels[value]} />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm">An estimate is enough. You and your co-owners give one answer; the last one counts.</Text>
      <StepButtons onBack={onBack}>
        <Button onClick={() => void goOn()}>Continue</Button>
      </StepButtons>
    </>
  );
}
