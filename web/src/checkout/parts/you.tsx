import { pathOfCampaign, phoneIn, useCheckout } from '@kerb/web/checkout/state.ts';
import { Action, Buttons, Facts, Heading } from '@kerb/web/checkout/ui/ui.tsx';
import { words } from '@kerb/web/checkout/words/words.ts';

/** A payer who pays now confirms the details that the organisation gave. No code is asked for. */
export function You() {
  const { checkout, api, act, go } = useCheckout();
  const { flow, organisation } = checkout;
  const { signatory } = flow;
  const name = [signatory?.firstName, signatory?.middleNames, signatory?.surname].filter(Boolean).join(' ');
  const confirm = () =>
    act(() => {
      const reviewed = [...new Set([...flow.reviewed, 'payer-details'])];
      return api.call(pathOfCampaign(checkout, '/flow'), { method: 'PUT', body: { reviewed } });
    });
  return (
    <>
      <Heading sub={words.you.intro(organisation.name)}>{words.you.title}</Heading>
      <Facts
        rows={[
          [words.you.name, name],
          [words.you.email, signatory?.emailAddress ?? words.you.none],
          [words.you.mobile, signatory?.mobilePhone ? phoneIn(checkout, signatory.mobilePhone) : words.you.none],
        ]}
      />
      <Buttons>
        <Action onPress={confirm}>{words.you.yes}</Action>
        <Action kind="secondary" onPress={() => go('correct')}>
          {words.you.no}
        </Action>
      </Buttons>
    </>
  );
}
