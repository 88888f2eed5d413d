import type { Standing } from '@kerb/domain/access/actor.ts';
import { currentProgress } from '@kerb/web/design/progress.ts';
import { DocumentGroup } from '@kerb/web/features/documents/document-group.tsx';
import { hasUnsavedChanges } from '@kerb/web/platform/unsaved-changes.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { campaign, campaignServer, renderCards, sessions, type WireDocument } from '../../../test/campaign-server.tsx';
import { document as aDocument } from '../../../test/documents.ts';
import { problemResponse, signedIn, usePage } from '../../../test/harness.tsx';
import { type FakeUpload, stubUploads } from '../../../test/uploads.ts';

// Load these before the tests, so that no test waits for them.
beforeAll(() =>
  Promise.all([
    import('@kerb/web/features/documents/document-preview.dialog.tsx'),
    import('@kerb/web/design/further-styles.ts'),
  ]),
);
beforeEach(() => usePage());

type Server = ReturnType<typeof campaignServer>;
type Opening = {
  documents?: WireDocument[];
  standing?: Standing;
  about?: number;
  prepare?: (server: Server) => void;
};

async function open({ documents = [], standing = 'admin', about, prepare = () => undefined }: Opening = {}) {
  const server = campaignServer(campaign());
  server.state.documents = documents;
  server.handlers['POST /v1/attachments'] = ({ body }) => {
    const { purpose } = body as { purpose: WireDocument['purpose'] };
    const added = aDocument({ id: 90 + server.state.documents.length, purpose, fileName: 'added.pdf' });
    server.state.documents = [...server.state.documents, added];
    return Response.json(added, { status: 201 });
  };
  prepare(server);
  const calls = await signedIn(server.handlers);
  const uploads = stubUploads();
  renderCards(
    ({ value }) => (
      <DocumentGroup
        agreement={value}
        standing={standing}
        purpose="internal-doc"
        about={about}
        label="Papers"
        emptyText="No papers."
      />
    ),
    sessions[standing],
  );
  await screen.findByRole('group', { name: 'Papers' });
  return { ...server, calls, uploads };
}

const aFile = (name: string, type = 'application/pdf') => new File(['%PDF-1.7'], name, { type });
const chooseFiles = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Papers: choose files'), { target: { files } });
const assetOf = ({ fileName }: FakeUpload) => ({
  id: 5,
  href: '/v1/assets/5',
  fileName,
  contentType: 'application/pdf',
  size: 8,
});
const arrive = (upload: FakeUpload) => act(() => upload.answer(201, assetOf(upload)));
const button = (name: string) => screen.getByRole('button', { name });

describe('the files of a group', () => {
  it('are listed with their size, who added them and when; files for other purposes are not', async () => {
    await open({ documents: [aDocument(), aDocument({ id: 72, purpose: 'marketing', fileName: 'other.pdf' })] });
    const [line, ...rest] = within(await screen.findByRole('list', { name: 'Files' })).getAllByRole('listitem');
    expect(line?.textContent).toContain('plan.pdf82 KBby Ann Abbott4 Nov 2026, 12:30');
    expect(rest).toEqual([]);
  });

  it('say so if there are none', async () => {
    await open();
    expect(await screen.findByText('No papers.')).toBeTruthy();
  });

  it('say so if they cannot be loaded, and can be retried', async () => {
    let isDown = true;
    await open({
      prepare: ({ handlers }) => {
        handlers['GET /v1/attachments'] = () =>
          isDown ? problemResponse(500, { displayText: 'Down.' }) : { items: [aDocument()] };
      },
    });
    expect((await screen.findByText('Down.')).closest('[role="alert"]')).toBeTruthy();
    isDown = false;
    await userEvent.click(button('Try again'));
    expect(await screen.findByRole('button', { name: 'plan.pdf' })).toBeTruthy();
  });
});

describe('a group about one payer', () => {
  it('lists only the files about that payer, and files new ones about them', async () => {
    const { uploads, calls } = await open({
      about: 3,
      documents: [
        aDocument({ signatory: { href: '/v1/signatories/3' } }),
        aDocument({ id: 72, fileName: 'theirs.pdf', signatory: { href: '/v1/signatories/4' } }),
        aDocument({ id: 73, fileName: 'nobodys.pdf' }),
      ],
    });
    const list = await screen.findByRole('list', { name: 'Files' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    chooseFiles(aFile('one.pdf'));
    await waitFor(() => expect(uploads).toHaveLength(1));
    arrive(uploads[0]!);
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
        agreement: { href: '/v1/agreements/10231' },
        asset: { href: '/v1/assets/5' },
        purpose: 'internal-doc',
        signatory: { href: '/v1/signatories/3' },
      }),
    );
  });
});

describe('adding files', () => {
  it('uploads each with its own progress, and lists it once it is attached', async () => {
    const { uploads, calls } = await open();
    chooseFiles(aFile('one.pdf'), aFile('two.pdf'));
    await waitFor(() => expect(uploads.map(({ fileName }) => fileName)).toEqual(['one.pdf', 'two.pdf']));
    expect(uploads[0]!.form.get('tenantId')).toBe('7');
    act(() => uploads[0]!.progress(0.4));
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Uploading one.pdf' });
    expect([bar.value, bar.max]).toEqual([40, 100]);
    expect(hasUnsavedChanges()).toBe(true);
    arrive(uploads[0]!);
    expect(await screen.findByRole('button', { name: 'added.pdf' })).toBeTruthy();
    expect(screen.getByText('one.pdf has been uploaded').getAttribute('role')).toBe('status');
    expect(screen.queryByRole('progressbar', { name: 'Uploading one.pdf' })).toBeNull();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      agreement: { href: '/v1/agreements/10231' },
      asset: { href: '/v1/assets/5' },
      purpose: 'internal-doc',
    });
    arrive(uploads[1]!);
    await waitFor(() => expect(hasUnsavedChanges()).toBe(false));
  });

  it('says that a file is too large before any byte is sent', async () => {
    const { uploads } = await open();
    const large = aFile('large.pdf');
    Object.defineProperty(large, 'size', { value: 8_388_609 });
    chooseFiles(large);
    expect(await screen.findByText('File too large. Maximum upload size 8MB')).toBeTruthy();
    expect(uploads).toEqual([]);
    await userEvent.click(button('Dismiss: large.pdf'));
    expect(screen.queryByText('large.pdf')).toBeNull();
  });

  it("shows the server's message about a file whose content does not match its name", async () => {
    const { uploads } = await open();
    chooseFiles(aFile('page.pdf'));
    await waitFor(() => expect(uploads).toHaveLength(1));
    const displayText = 'The file is not what its name says. Check it and upload it again.';
    act(() => uploads[0]!.answer(400, { type: 'about:blank', title: 'No', status: 400, displayText }));
    expect(await screen.findByText(displayText)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again: page.pdf' })).toBeNull();
  });

  it('retries a failed file without the others', async () => {
    const { uploads } = await open();
    chooseFiles(aFile('one.pdf'), aFile('two.pdf'));
    await waitFor(() => expect(uploads).toHaveLength(2));
    act(() => uploads[0]!.breakOff());
    await userEvent.click(await screen.findByRole('button', { name: 'Try again: one.pdf' }));
    await waitFor(() => expect(uploads.map(({ fileName }) => fileName)).toEqual(['one.pdf', 'two.pdf', 'one.pdf']));
    expect(uploads[1]!.isAborted).toBe(false);
    arrive(uploads[2]!);
    expect(await screen.findByRole('button', { name: 'added.pdf' })).toBeTruthy();
  });

  it('aborts the upload of a cancelled file', async () => {
    const { uploads, calls } = await open();
    chooseFiles(aFile('one.pdf'));
    await waitFor(() => expect(uploads).toHaveLength(1));
    await userEvent.click(button('Cancel: one.pdf'));
    expect(uploads[0]!.isAborted).toBe(true);
    await waitFor(() => expect(screen.queryByText('one.pdf')).toBeNull());
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('accepts files that are dropped on it, and prevents that the tab opens one', async () => {
    const { uploads } = await open();
    const zone = button('Choose files: Papers').closest('[role="presentation"]')!;
    const file = aFile('one.pdf');
    const items = [{ kind: 'file', type: file.type, getAsFile: () => file }];
    const dataTransfer = { files: [file], types: ['Files'], items };
    fireEvent.dragEnter(zone, { dataTransfer });
    await waitFor(() => expect(zone.hasAttribute('data-accept')).toBe(true));
    fireEvent.drop(zone, { dataTransfer });
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(zone.hasAttribute('data-accept')).toBe(false);
    expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false);
    expect(uploads).toHaveLength(1);
  });

  it('accepts a picture that is pasted on one of its buttons', async () => {
    const { uploads } = await open();
    const clipboardData = { files: [aFile('screenshot.png')], types: ['Files'], items: [] };
    fireEvent.paste(button('Choose files: Papers'), { clipboardData });
    await waitFor(() => expect(uploads).toHaveLength(1));
  });

  it('does not affect text that is dragged elsewhere on the page', async () => {
    await open();
    const dataTransfer = { files: [], types: ['text/plain'] };
    expect(fireEvent.dragOver(document.body, { dataTransfer })).toBe(true);
    expect(fireEvent.drop(document.body, { dataTransfer })).toBe(true);
  });

  it('opens the file dialog from its button', async () => {
    await open();
    const input = screen.getByLabelText<HTMLInputElement>('Papers: choose files');
    expect([input.multiple, input.accept.includes('.pdf')]).toEqual([true, true]);
    const click = vi.spyOn(input, 'click');
    await userEvent.click(button('Choose files: Papers'));
    expect(click).toHaveBeenCalledOnce();
  });

  it('asks a phone’s camera for a JPEG', async () => {
    await open();
    const camera = screen.getByLabelText<HTMLInputElement>('Papers: camera');
    expect([camera.accept, camera.getAttribute('capture')]).toEqual(['image/jpeg', 'environment']);
    const click = vi.spyOn(camera, 'click');
    await userEvent.click(button('Take a photo: Papers'));
    expect(click).toHaveBeenCalledOnce();
  });

  it('is hidden from users who may not add files', async () => {
    await open({ standing: 'manager' });
    expect(screen.queryByRole('button', { name: 'Choose files: Papers' })).toBeNull();
  });
});

describe('deleting a file', () => {
  const remove = 'DELETE /v1/attachments/71';

  it('asks first, shows progress and success, and keeps the focus in the group', async () => {
    let busy: readonly string[] = [];
    await open({
      documents: [aDocument()],
      prepare: ({ handlers, state }) => {
        handlers[remove] = () => {
          busy = currentProgress.get().map(({ text }) => text);
          state.documents = [];
          return undefined;
        };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete: plan.pdf' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Permanently delete this file?');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Deleted')).toBeTruthy();
    expect(busy).toEqual(['Deleting...']);
    expect(await screen.findByText('No papers.')).toBeTruthy();
    await waitFor(() => expect(window.document.activeElement).toBe(screen.getByRole('group', { name: 'Papers' })));
  });

  it('does nothing if the answer is no', async () => {
    const { calls } = await open({ documents: [aDocument()] });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete: plan.pdf' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it('that is refused keeps the file, and shows why', async () => {
    await open({
      documents: [aDocument()],
      prepare: ({ handlers }) => {
        handlers[remove] = () => problemResponse(409, { displayText: 'It stays.' });
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete: plan.pdf' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('It stays.')).toBeTruthy();
    expect(button('plan.pdf')).toBeTruthy();
  });
});

describe('previewing a file', () => {
  const content = 'GET /v1/assets/1071/content';
  const made: Blob[] = [];
  beforeEach(() => {
    made.length = 0;
    URL.createObjectURL = (blob) => `blob:http://kerb.test/${made.push(blob as Blob)}`;
    URL.revokeObjectURL = () => undefined;
    Object.defineProperty(navigator, 'pdfViewerEnabled', { configurable: true, value: true });
  });

  async function look(changed: Parameters<typeof aDocument>[0], answer = () => new Response('bytes')) {
    const fileName = changed?.fileName ?? 'plan.pdf';
    await open({
      documents: [aDocument(changed)],
      prepare: ({ handlers }) => {
        handlers[content] = answer;
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: fileName }));
    return screen.findByRole('dialog', { name: fileName });
  }

  it('shows a picture', async () => {
    const dialog = await look({ fileName: 'front.png', contentType: 'image/png' });
    const picture = await within(dialog).findByRole<HTMLImageElement>('img', { name: 'front.png' });
    expect(picture.src).toBe('blob:http://kerb.test/1');
    expect(within(dialog).queryByRole('link')).toBeNull();
  });

  it("shows a PDF as a PDF, whatever the response's type, and opens it in a tab", async () => {
    const html = () => new Response('<script>', { headers: { 'content-type': 'text/html' } });
    const dialog = await look({}, html);
    const frame = await within(dialog).findByTitle<HTMLIFrameElement>('plan.pdf');
    expect(frame.src).toBe('blob:http://kerb.test/1#navpanes=0');
    expect(made[0]?.type).toBe('application/pdf');
    const link = within(dialog).getByRole('link', { name: 'Open in a new tab' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['blob:http://kerb.test/1', '_blank']);
  });

  it('offers only the tab if the browser shows no PDF inside a page', async () => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { configurable: true, value: false });
    const dialog = await look({});
    expect(await within(dialog).findByRole('link', { name: 'Open in a new tab' })).toBeTruthy();
    expect(within(dialog).queryByTitle('plan.pdf')).toBeNull();
  });

  it('says so if the file can no longer be read', async () => {
    const dialog = await look({}, () => problemResponse(410, { displayText: 'This file can no longer be read.' }));
    expect(await within(dialog).findByText('This file can no longer be read.')).toBeTruthy();
  });

  it('closes on Escape, and returns the focus', async () => {
    await look({});
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.document.activeElement).toBe(button('plan.pdf'));
  });

  it('is not offered for a spreadsheet, which is downloaded', async () => {
    const { calls } = await open({
      documents: [aDocument({ fileName: 'list.csv', contentType: 'text/csv' })],
      prepare: ({ handlers }) => {
        handlers[content] = () => new Response('a,b');
      },
    });
    expect(await screen.findByText('list.csv')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'list.csv' })).toBeNull();
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementationOnce(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await userEvent.click(button('Download: list.csv'));
    await waitFor(() => expect(saved).toEqual(['list.csv']));
    expect(calls.at(-1)?.path).toBe('/v1/assets/1071/content');
  });

  it('offers no download and no preview of a file that is hidden until a code', async () => {
    await open({ documents: [aDocument({ fileName: 'Identity document', isLocked: true })] });
    expect(await screen.findByText('Enter a code to see it')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Identity document' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull();
  });
});
