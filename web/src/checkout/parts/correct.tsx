import { countries } from '@kerb/domain/countries/countries.ts';
import { codeMinutes } from '@kerb/domain/notifications/verification.ts';
import { Home, homeErrors, TextLine } from '@kerb/web/checkout/parts/details-fields.tsx';
import { ShowDetails } from '@kerb/web/checkout/parts/show-details.tsx';
import {
  addressFields,
  addressFor,
  bodyOf,
  isLockedField,
  isMasked,
  type Signatory,
  type Values,
  valuesOf,
} from '@kerb/web/checkout/payer-values.ts';
import { phoneIn, useCheckout } from '@kerb/web/checkout/state.ts';
import type { Answers } from '@kerb/web/checkout/typed.ts';
import { Code } from '@kerb/web/checkout/ui/code.tsx';
import { Action, Buttons, Facts, Field, Heading, Tick } from '@kerb/web/checkout/ui/ui.tsx';
import { words } from '@kerb/web/checkout/words/words.ts';
import { useState } from 'react';

type Method = 'email' | 'phone';

/** A mobile is changed only by the person who reads the mailbox. */
const needsEmailCode = ({ readOnlyFields, ...signatory }: Signatory): boolean =>
  readOnlyFields.includes('mobilePhone') &&
  !signatory.mobilePhoneConfirmationDate &&
  !signatory.emailAddressConfirmationDate;

function ContactCode({ signatory, method, onDone }: { signatory: Signatory; method: Method; onDone: () => void }) {
  const { checkout, api, act } = useCheckout();
  const [isSent, setSent] = useState(false);
  const to = addressFor(checkout, signatory, method);
  const verify = (code?: string) =>
    act(
      () =>
        api.call(`/v1/signatories/${signatory.id}/verify-contact`, {
          method: 'POST',
          body: { contactMethod: method, ...(code && { code }) },
        }),
      { stay: true },
    );
  return (
    <>
      <Heading sub={method === 'phone' ? words.code.newMobile : words.you.mobileFirst}>{words.code.title}</Heading>
      <Code
        intro={words.code.intro(to)}
        sent={words.code.sent(to, codeMinutes)}
        isSent={isSent}
        onSend={async () => setSent(await verify())}
        onConfirm={async (code) => {
          if (await verify(code)) onDone();
        }}
      >
        <Action kind="link" onPress={onDone}>
          {method === 'phone' ? words.code.later : words.shell.back}
        </Action>
      </Code>
    </>
  );
}

const fields = ['firstName', 'middleNames', 'surname', 'mobilePhone', ...addressFields] as const;

type FieldsProps = {
  signatory: Signatory;
  values: Values;
  type: (field: string, value: string | boolean) => void;
  errors: Partial<Record<string, string>>;
  onCode: () => void;
};

function CorrectFields({ onCode, ...shared }: FieldsProps) {
  const { checkout } = useCheckout();
  const { signatory, values, type } = shared;
  const mobile = signatory.mobilePhone && phoneIn(checkout, signatory.mobilePhone);
  const isHomeHidden = isMasked(signatory, 'residentialAddress');
  return (
    <>
      <TextLine {...shared} field="firstName" label={words.details.firstName} autoComplete="given-name" />
      <TextLine {...shared} field="middleNames" label={words.details.middleNames} autoComplete="additional-name" />
      <TextLine {...shared} field="surname" label={words.details.surname} autoComplete="family-name" />
      {signatory.readOnlyFields.includes('mobilePhone') ? (
        <>
          <Facts rows={[[words.you.mobile, mobile ?? words.you.none]]} />
          {isLockedField(signatory, 'mobilePhone') && <p className="hint">{words.details.locked}</p>}
        </>
      ) : (
        <Field
          label={words.you.mobile}
          name="mobilePhone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={phoneIn(checkout, values.mobilePhone)}
          onChange={(value) => type('mobilePhone', value)}
        />
      )}
      {needsEmailCode(signatory) && (
        <Action kind="secondary" onPress={onCode}>
          {words.you.changeMobile}
        </Action>
      )}
      {!isHomeHidden && (
        <Tick
          label={words.details.livesElsewhere}
          isOn={values.livesElsewhere === true}
          onChange={(isOn) => type('livesElsewhere', isOn)}
        />
      )}
      {!isHomeHidden && values.livesElsewhere === true && <Home {...shared} />}
    </>
  );
}

function Form({
  signatory,
  typed,
  type,
  onCode,
}: {
  signatory: Signatory;
  typed: Answers;
  type: (field: string, value: string | boolean) => void;
  onCode: (method: Method) => void;
}) {
  const { page, checkout, api, act, back } = useCheckout();
  const values = valuesOf(signatory, typed);
  const { state, postcode } = countries[page.country].address;
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const isHomeHidden = isMasked(signatory, 'residentialAddress');
  const save = async () => {
    const found = {
      ...(!values.firstName.trim() && { firstName: words.problem.required }),
      ...(!values.surname.trim() && { surname: words.problem.required }),
      ...(!isHomeHidden && homeErrors(values, state !== null, postcode)),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const body = bodyOf(values, signatory, fields);
    const isSaved =
      Object.keys(body).length === 0 ||
      (await act(() => api.call(`/v1/signatories/${signatory.id}`, { method: 'PUT', body }), { stay: true }));
    if (!isSaved) return;
    if (body.mobilePhone) onCode('phone');
    else back();
  };
  const shared = { signatory, values, type, errors };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Heading>{words.you.correct}</Heading>
      <ShowDetails signatory={signatory} />
      <CorrectFields {...shared} onCode={() => onCode('email')} />
      <p className="quiet">{words.you.wrongEmail(checkout.organisation.name)}</p>
      <Buttons>
        <Action type="submit">{words.you.save}</Action>
      </Buttons>
    </form>
  );
}

/** A payer corrects the name, the mobile and the home address, under the rules of an application. */
export function Correct() {
  const { checkout } = useCheckout();
  const [typed, setTyped] = useState<Answers>({});
  const [method, setMethod] = useState<Method | null>(null);
  const { signatory } = checkout.flow;
  if (!signatory) return null;
  if (method) return <ContactCode key={method} signatory={signatory} method={method} onDone={() => setMethod(null)} />;
  const type = (field: string, value: string | boolean) => setTyped((now) => ({ ...now, [field]: value }));
  return <Form signatory={signatory} typed={typed} type={type} onCode={setMethod} />;
}
