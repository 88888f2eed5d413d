import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { viewAsParameter } from '@kerb/domain/checkout/checkout-page.ts';
import { languageNames, languageParameter, languages } from '@kerb/domain/checkout/languages.ts';
import { forgetTyped } from '@kerb/web/checkout/forget-typed.ts';
import { phoneIn, useCheckout } from '@kerb/web/checkout/state.ts';
import { turnTextSize } from '@kerb/web/checkout/text-size.ts';
import { Heading, Mark } from '@kerb/web/checkout/ui/ui.tsx';
import { words } from '@kerb/web/checkout/words/words.ts';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';

export const telOf = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** The shades of the organisation's colour. The server has made them readable in both schemes. */
function coloursOf({ organisation: { shades } }: SentCheckout): CSSProperties {
  const { light, dark } = shades;
  const colour = (name: keyof typeof light) => `light-dark(${light[name]}, ${dark[name]})`;
  const style = { '--accent': colour('text'), '--button': colour('button'), '--on-button': colour('onButton') };
  return style as CSSProperties;
}

function Logo({ organisation: { name, logoUrl, hidesName } }: Pick<SentCheckout, 'organisation'>) {
  const isNamed = !logoUrl || !hidesName;
  return (
    <div className="brand">
      {logoUrl && <img className="logo" src={logoUrl} alt={isNamed ? '' : name} width="160" height="48" />}
      {isNamed && <span className="organisation">{name}</span>}
    </div>
  );
}

/** Whom to call: as in the messages, the agent, else the organisation, else the product's own line. */
function Help() {
  const { checkout } = useCheckout();
  const phone = checkout.agent?.phone ?? checkout.organisation.phone ?? checkout.help.phone;
  return (
    <p className="help">
      <span>{words.shell.help}</span> <a href={telOf(phone)}>{phoneIn(checkout, phone)}</a>
    </p>
  );
}

function Agent() {
  const { agent, organisation } = useCheckout().checkout;
  if (!agent) return null;
  return (
    <div className="agent">
      {agent.pictureUrl ? (
        <img src={agent.pictureUrl} alt="" width="48" height="48" loading="lazy" />
      ) : (
        <span className="initials" aria-hidden="true">
          {agent.name
            .split(' ')
            .map((part) => part[0])
            .slice(0, 2)
            .join('')}
        </span>
      )}
      <p>
        <strong>{agent.name}</strong>
        <span>{organisation.name}</span>
      </p>
    </div>
  );
}

/** The property and the amount. On a phone the photo and the agent are on the first question only. */
function Subject({ isEnded }: { isEnded: boolean }) {
  const { checkout, view, go } = useCheckout();
  const { name, amount, purpose, propertyPhoto } = checkout;
  const isFull = view === 'choose';
  return (
    <section className={isFull ? 'subject full' : 'subject'} aria-label={words.purposes[purpose]}>
      <div className="subject-words">
        <p className="address">{name}</p>
        <p className="purpose">{words.purposes[purpose]}</p>
        {amount !== null && <p className="amount">{words.money(amount)}</p>}
      </div>
      {propertyPhoto && (
        <img className="photo" src={propertyPhoto.href} alt="" width="240" height="160" loading="lazy" />
      )}
      <Agent />
      {view !== 'about' && !isEnded && (
        <button type="button" className="action link" onClick={() => go('about')}>
          {words.shell.seeDetails}
        </button>
      )}
    </section>
  );
}

const stopViewing = () => {
  sessionStorage.removeItem('kerb.view-as');
  location.assign('/');
};

/** For a team member or admin who looks at a payer's page. */
function Viewing() {
  const { reader } = useCheckout().checkout;
  if (reader.openedBy === null) return null;
  return (
    <div className="note attention" role="status">
      <strong>{words.viewing.title(reader.name)}</strong>
      <p>
        {reader.isViewing ? words.viewing.admin(reader.openedBy) : words.viewing.team(reader.openedBy, reader.name)}
      </p>
      {reader.isViewing && (
        <button type="button" className="action link" onClick={stopViewing}>
          {words.viewing.stop}
        </button>
      )}
    </div>
  );
}

function Progress() {
  const { checkout, view, back } = useCheckout();
  const at = checkout.path.indexOf(view as SentCheckout['screen']);
  const isFirst = at <= 0 && (view === checkout.screen || view === 'choose');
  const isCounted = at !== -1 && checkout.option !== null && checkout.path.length > 1;
  if (isFirst && !isCounted) return null;
  return (
    <div className="progress">
      {!isFirst && (
        <button type="button" className="action link back" onClick={back}>
          {words.shell.back}
        </button>
      )}
      {isCounted && <span>{words.shell.step(at + 1, checkout.path.length)}</span>}
    </div>
  );
}

/** What we asked for, above each question until it is answered. */
function Asked() {
  const { checkout, view } = useCheckout();
  const { status, statusReason, path } = checkout;
  const isQuestion = path.includes(view as SentCheckout['screen']);
  if (status !== 'waiting-info' || !statusReason || !isQuestion) return null;
  return <p className="note attention lines">{words.documents.asked(statusReason)}</p>;
}

function LargerText() {
  const [isOn, setOn] = useState(false);
  useEffect(() => setOn(document.documentElement.hasAttribute('data-large')), []);
  return (
    <button type="button" className="action link" aria-pressed={isOn} onClick={() => setOn(turnTextSize())}>
      {words.shell.largerText}
    </button>
  );
}

function Footer() {
  const { reference, help, organisation, reader } = useCheckout().checkout;
  return (
    <footer>
      <p>{words.shell.reference(reference)}</p>
      <p className="footer-links">
        <span>{words.shell.footer(help.brand)}</span>
        <a href={telOf(help.phone)}>{help.phone}</a>
        {help.emailAddress && <a href={`mailto:${help.emailAddress}`}>{help.emailAddress}</a>}
      </p>
      <Languages />
      {words.draft && <p>{words.draft}</p>}
      <p className="footer-links">
        <LargerText />
        {organisation.websiteUrl && (
          <a href={organisation.websiteUrl} rel="noreferrer">
            {words.shell.backTo(organisation.name)}
          </a>
        )}
        {reader.hasAccount && !reader.isViewing && <a href="/applications">{words.shell.myCampaigns}</a>}
        <a href="/logout" onClick={forgetTyped}>
          {words.shell.logOut}
        </a>
      </p>
    </footer>
  );
}

/** Plain links: they work before the script has loaded, and the server remembers the choice. */
function Languages() {
  const { page } = useCheckout();
  const as = page.viewAs ? `${viewAsParameter}=${page.viewAs}&` : '';
  const address = `/applications/${page.checkout.id}?${as}${languageParameter}=`;
  return (
    <nav className="footer-links" aria-label={words.shell.language}>
      {languageNames.map((name) =>
        name === page.language ? (
          <strong key={name} lang={name}>
            {languages[name].name}
          </strong>
        ) : (
          <a key={name} lang={name} hrefLang={name} href={`${address}${name}`}>
            {languages[name].name}
          </a>
        ),
      )}
    </nav>
  );
}

/** Why the page no longer works, in the server's words, and whom to call. */
export function Ended({ text }: { text: string }) {
  return (
    <div className="panel" role="alert">
      <Mark kind="ended" />
      <Heading>{words.problem.ended}</Heading>
      <p>{words.said(text)}</p>
    </div>
  );
}

/** A page that has ended keeps whose it is and whom to call, and asks for nothing. */
export function Shell({ isEnded, children }: { isEnded: boolean; children: ReactNode }) {
  const { checkout, isBusy, said } = useCheckout();
  return (
    <div className="page" style={coloursOf(checkout)}>
      <a className="skip" href="#question">
        {words.shell.toTop}
      </a>
      <header>
        <Logo organisation={checkout.organisation} />
        <Help />
      </header>
      <div className="column">
        <Viewing />
        <Subject isEnded={isEnded} />
        <main id="question" className="card" aria-busy={isBusy} tabIndex={-1}>
          {!isEnded && <Progress />}
          {!isEnded && <Asked />}
          {children}
        </main>
        <p className="said" role="status">
          {!isEnded && said}
        </p>
        <Footer />
      </div>
    </div>
  );
}
