import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { LendingWords } from '@kerb/web/checkout/parts/panels.tsx';
import { Sign, SignFor } from '@kerb/web/checkout/parts/sign.tsx';
import { pathOfCampaign, useCheckout } from '@kerb/web/checkout/state.ts';
import { SavePdf } from '@kerb/web/checkout/ui/save-pdf.tsx';
import { Action, Buttons, Facts, Heading } from '@kerb/web/checkout/ui/ui.tsx';
import type { PartViews } from '@kerb/web/checkout/views.ts';
import { words } from '@kerb/web/checkout/words/words.ts';

type Block = NonNullable<SentCheckout['paper']>['blocks'][number];

function PaperTable({ block: { columns, rows } }: { block: Extract<Block, { kind: 'table' }> }) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...cells]) => (
          <tr key={first}>
            <th scope="row">{first}</th>
            {cells.map((cell, place) => (
              <td key={columns[place + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Part({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h2>{block.text}</h2>;
    case 'paragraph':
      return <p>{block.text}</p>;
    case 'facts':
      return <Facts rows={block.rows} />;
    case 'parties':
      return <Facts rows={block.columns.map(({ label, lines }) => [label, lines.join(', ')])} />;
    case 'table':
      return <PaperTable block={block} />;
    default:
      return null;
  }
}

/** The figures of the agreement: its first table, and the facts before it. */
function figuresIn(blocks: readonly Block[]): Block[] {
  const at = blocks.findIndex(({ kind }) => kind === 'table');
  const facts = blocks.filter((block, place) => block.kind === 'facts' && (at === -1 || place < at)).at(-1);
  const table = at === -1 ? undefined : blocks[at];
  return [table, facts].filter((block): block is Block => block !== undefined);
}

/** The agreement on the page, the main figures first. What is shown is what is signed. */
function Agreement() {
  const { checkout, api, act } = useCheckout();
  const { paper, flow, id } = checkout;
  const read = () =>
    act(() => {
      const reviewed = [...new Set([...flow.reviewed, 'review-agreement'])];
      const which = flow.documentKey ? { documentKey: flow.documentKey } : {};
      return api.call(pathOfCampaign(checkout, '/flow'), { method: 'PUT', body: { reviewed, ...which } });
    });
  if (!paper) return <Heading>{words.agreement.title}</Heading>;
  return (
    <>
      <Heading sub={words.agreement.signNext}>{words.agreement.title}</Heading>
      {words.agreement.inEnglish && <p className="note">{words.agreement.inEnglish}</p>}
      <section className="key-figures">
        <h2>{words.agreement.key}</h2>
        <div lang="en">
          {figuresIn(paper.blocks).map((block) => (
            <Part key={block.kind} block={block} />
          ))}
        </div>
      </section>
      <SavePdf
        path={`/loan/${id}/download-loan-agreement`}
        name={`Loan-Agreement_${id}.pdf`}
        failed={words.agreement.failed}
      >
        {words.agreement.save}
      </SavePdf>
      <LendingWords />
      <article className="paper" aria-label={words.agreement.whole}>
        <h2 lang="en">{paper.title}</h2>
        {paper.blocks.map((block, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a document have a fixed order
          <div key={place} lang="en">
            <Part block={block} />
          </div>
        ))}
      </article>
      <Buttons>
        <Action onPress={read}>{words.agreement.read}</Action>
      </Buttons>
    </>
  );
}

export const views: PartViews = { agreement: Agreement, sign: Sign, 'sign-for': SignFor };
