import { countries } from '@kerb/domain/countries/countries.ts';
import { employmentTypes, isBirthPossible } from '@kerb/domain/payers/payer-details.ts';
import { ShowDetails } from '@kerb/web/checkout/parts/show-details.tsx';
import {
  addressFields,
  isLockedField,
  isMasked,
  type Signatory,
  type TextField,
  type Values,
} from '@kerb/web/checkout/payer-values.ts';
import { useCheckout } from '@kerb/web/checkout/state.ts';
import { Action, Buttons, Choices, Field, Heading } from '@kerb/web/checkout/ui/ui.tsx';
import { dayFromTyped } from '@kerb/web/checkout/words/money.ts';
import { words } from '@kerb/web/checkout/words/words.ts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';

export const aboutFields = ['firstName', 'middleNames', 'surname', 'dateOfBirth'] as const satisfies TextField[];
export const lifeFields = ['employmentType', ...addressFields] as const satisfies TextField[];

type PartProps = {
  signatory: Signatory;
  values: Values;
  type: (field: string, value: string | boolean) => void;
  isHereOnly: boolean;
  onNext: () => unknown;
};

type Errors = Partial<Record<string, string>>;

const isFixed = ({ readOnlyFields }: Signatory, field: string): boolean => readOnlyFields.includes(field);
const hiddenMark = '••••••';

type PartFormProps = Pick<PartProps, 'signatory' | 'isHereOnly'> & {
  heading: ReactNode;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
};

/** A part of the details: says that it is kept, and goes on. */
function PartForm({ heading, signatory, isHereOnly, onSubmit, children }: PartFormProps) {
  return (
    <form noValidate onSubmit={onSubmit}>
      {heading}
      <ShowDetails signatory={signatory} />
      {children}
      <p className="quiet" role="status">
        {isHereOnly ? words.details.keptHere : words.details.kept}
      </p>
      <Buttons>
        <Action type="submit">{words.details.go}</Action>
      </Buttons>
    </form>
  );
}

type TextLineProps = Pick<PartProps, 'signatory' | 'values' | 'type'> & {
  field: TextField;
  label: string;
  autoComplete: string;
  errors: Errors;
  hint?: string;
  inputMode?: 'text' | 'numeric';
  maxLength?: number;
};

/** A field that cannot be changed now is read-only; a hidden one says how to see it. */
export function TextLine({ signatory, values, type, field, errors, hint, label, ...more }: TextLineProps) {
  const { autoComplete, inputMode = 'text', maxLength } = more;
  const isHidden = isMasked(signatory, field);
  const locked = isLockedField(signatory, field) ? words.details.locked : hint;
  return (
    <Field
      label={label}
      name={field}
      value={isHidden ? hiddenMark : values[field]}
      onChange={(value) => type(field, value)}
      readOnly={isFixed(signatory, field)}
      hint={isHidden ? words.details.hidden : locked}
      error={errors[field]}
      autoComplete={autoComplete}
      inputMode={inputMode}
      {...(maxLength !== undefined && { maxLength })}
    />
  );
}

/** The first mistake gets the focus. */
const focusFirst = () => setTimeout(() => document.querySelector<HTMLElement>('[aria-invalid]')?.focus(), 0);

/** Goes on if nothing is wrong. Otherwise the mistakes are shown. */
function useChecked(mistakes: () => Errors, onNext: () => unknown) {
  const [errors, setErrors] = useState<Errors>({});
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const found = mistakes();
    setErrors(found);
    if (Object.keys(found).length > 0) focusFirst();
    else onNext();
  };
  return { errors, onSubmit };
}

function birthError(values: Values, signatory: Signatory, today: string): string | undefined {
  if (isMasked(signatory, 'dateOfBirth') || isFixed(signatory, 'dateOfBirth')) return undefined;
  if (!values.dateOfBirth.trim()) return words.problem.required;
  const day = dayFromTyped(values.dateOfBirth);
  if (!day) return words.details.dateWrong;
  return isBirthPossible(day, today) ? undefined : words.details.ageWrong;
}

/** Name and date of birth. */
export function About(props: PartProps) {
  const { signatory, values, onNext, isHereOnly } = props;
  const { checkout } = useCheckout();
  const mistakes = () => {
    const birth = birthError(values, signatory, checkout.today);
    return {
      ...(!values.firstName.trim() && { firstName: words.problem.required }),
      ...(!values.surname.trim() && { surname: words.problem.required }),
      ...(birth && { dateOfBirth: birth }),
    };
  };
  const { errors, onSubmit } = useChecked(mistakes, onNext);
  return (
    <PartForm
      {...{ signatory, isHereOnly, onSubmit }}
      heading={<Heading sub={words.details.aboutIntro}>{words.details.about}</Heading>}
    >
      <TextLine
        {...props}
        field="firstName"
        label={words.details.firstName}
        autoComplete="given-name"
        errors={errors}
      />
      <TextLine
        {...props}
        field="middleNames"
        label={words.details.middleNames}
        autoComplete="additional-name"
        errors={errors}
      />
      <TextLine {...props} field="surname" label={words.details.surname} autoComplete="family-name" errors={errors} />
      <TextLine
        {...props}
        field="dateOfBirth"
        label={words.details.dateOfBirth}
        hint={words.details.dateHint}
        inputMode="numeric"
        autoComplete="bday"
        errors={errors}
      />
    </PartForm>
  );
}

/** The address of a payer who does not live at the property. */
export function Home({ errors, ...props }: Pick<PartProps, 'signatory' | 'values' | 'type'> & { errors: Errors }) {
  const { page } = useCheckout();
  const { cityLabel, state, postcode } = countries[page.country].address;
  const id = useId();
  return (
    <>
      <TextLine
        {...props}
        field="residentialAddress"
        label={words.details.street}
        autoComplete="street-address"
        errors={errors}
      />
      <TextLine {...props} field="city" label={cityLabel} autoComplete="address-level2" errors={errors} />
      {state && (
        <div className="field">
          <label htmlFor={id}>{state.label}</label>
          <select
            id={id}
            value={props.values.state}
            aria-invalid={errors.state ? true : undefined}
            onChange={({ currentTarget }) => props.type('state', currentTarget.value)}
          >
            <option value="">{state.chooseText}</option>
            {state.names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
          {errors.state && <p className="error">{errors.state}</p>}
        </div>
      )}
      <TextLine
        {...props}
        field="postalCode"
        label={postcode.label}
        autoComplete="postal-code"
        inputMode={postcode.inputMode}
        maxLength={postcode.longest}
        errors={errors}
      />
    </>
  );
}

/** What is missing in an address. */
export function homeErrors(values: Values, hasState: boolean, postcode: { pattern: string; because: string }): Errors {
  if (values.livesElsewhere !== true) return {};
  const asked = addressFields.filter((field) => field !== 'state' || hasState);
  const found: Errors = Object.fromEntries(
    asked.filter((field) => !values[field].trim()).map((field) => [field, words.problem.required]),
  );
  const typed = values.postalCode.trim();
  if (typed && !new RegExp(`^(?:${postcode.pattern})$`).test(typed)) found.postalCode = postcode.because;
  return found;
}

function homeChoice({ livesElsewhere }: Values): 'yes' | 'no' | null {
  if (livesElsewhere === null) return null;
  return livesElsewhere ? 'no' : 'yes';
}

type WhereProps = Pick<PartProps, 'values' | 'type'> & { error: string | undefined };

function Where({ values, type, error }: WhereProps) {
  const address = useCheckout().checkout.property?.address;
  return (
    <Choices
      legend={address ? words.details.home(address) : words.details.homeWithout}
      name="home"
      value={homeChoice(values)}
      onChange={(value) => type('livesElsewhere', value === 'no')}
      choices={[
        { value: 'yes', label: words.details.yes },
        { value: 'no', label: words.details.elsewhere },
      ]}
      error={error}
    />
  );
}

/** Work, and where the payer lives. */
export function Life(props: PartProps) {
  const { signatory, values, type, onNext, isHereOnly } = props;
  const { page } = useCheckout();
  const { state, postcode } = countries[page.country].address;
  const isWorkHidden = isMasked(signatory, 'employmentType');
  const isHomeHidden = isMasked(signatory, 'residentialAddress');
  const mistakes = () => ({
    ...(!isWorkHidden && !values.employmentType && { employmentType: words.choose.pick }),
    ...(!isHomeHidden && values.livesElsewhere === null && { livesElsewhere: words.choose.pick }),
    ...(!isHomeHidden && homeErrors(values, state !== null, postcode)),
  });
  const { errors, onSubmit } = useChecked(mistakes, onNext);
  return (
    <PartForm {...{ signatory, isHereOnly, onSubmit }} heading={<Heading>{words.details.life}</Heading>}>
      {!isWorkHidden && (
        <Choices
          legend={words.details.employment}
          name="employment"
          value={values.employmentType || null}
          onChange={(value) => type('employmentType', value)}
          choices={employmentTypes.map((value) => ({
            value: value as string,
            label: words.details.employments[value],
          }))}
          error={errors.employmentType}
        />
      )}
      {!isHomeHidden && <Where {...props} error={errors.livesElsewhere} />}
      {!isHomeHidden && values.livesElsewhere === true && <Home {...props} errors={errors} />}
    </PartForm>
  );
}
