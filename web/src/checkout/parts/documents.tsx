import { AddFiles, FileList } from '@kerb/web/checkout/parts/files.tsx';
import { ShowDetails } from '@kerb/web/checkout/parts/show-details.tsx';
import { pathOfCampaign, useCheckout } from '@kerb/web/checkout/state.ts';
import { Action, Buttons, Heading } from '@kerb/web/checkout/ui/ui.tsx';
import { words } from '@kerb/web/checkout/words/words.ts';

/** The documents that we asked for. Submitting them answers the request, unless the terms are agreed to next. */
export function Documents() {
  const { checkout, api, act } = useCheckout();
  const { flow, help } = checkout;
  const hasTermsLeft = flow.steps.some(({ name }) => name === 'agree-terms');
  const go = () =>
    act(() => {
      if (!hasTermsLeft) return api.call(pathOfCampaign(checkout, '/submit-application'), { method: 'POST', body: {} });
      const reviewed = [...new Set([...flow.reviewed, 'documents'])];
      return api.call(pathOfCampaign(checkout, '/flow'), { method: 'PUT', body: { reviewed } });
    });
  return (
    <>
      <Heading>{words.documents.title}</Heading>
      <p>{words.documents.intro(help.brand)}</p>
      {flow.signatory && <ShowDetails signatory={flow.signatory} />}
      <FileList purposes={['vendor-id']} />
      <AddFiles purpose="vendor-id" label={words.documents.add} />
      <h2>{words.documents.supporting}</h2>
      <FileList purposes={['supporting-doc']} />
      <AddFiles purpose="supporting-doc" label={words.documents.more} />
      <Buttons>
        <Action onPress={go}>{hasTermsLeft ? words.documents.go : words.documents.submit}</Action>
      </Buttons>
    </>
  );
}
