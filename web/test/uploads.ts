import { vi } from 'vitest';

/** One upload in progress, which a test lets succeed, fail or hang. */
export type FakeUpload = {
  form: FormData;
  fileName: string;
  isAborted: boolean;
  progress: (share: number) => void;
  answer: (status: number, body: object) => void;
  breakOff: () => void;
};

/** Replaces XMLHttpRequest, which uploads use. The test answers the requests in order. */
export function stubUploads(): FakeUpload[] {
  const uploads: FakeUpload[] = [];
  class FakeRequest {
    upload: { onprogress: ((event: object) => void) | null } = { onprogress: null };
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    onabort: (() => void) | null = null;
    status = 0;
    responseText = '';
    private sent: FakeUpload | null = null;
    open() {}
    setRequestHeader() {}
    send(form: FormData) {
      const upload: FakeUpload = {
        form,
        fileName: [...form.values()].find((value) => value instanceof File)?.name ?? '',
        isAborted: false,
        progress: (share) => this.upload.onprogress?.({ lengthComputable: true, loaded: share * 1_000, total: 1_000 }),
        answer: (status, body) => {
          this.status = status;
          this.responseText = JSON.stringify(body);
          this.onload?.();
        },
        breakOff: () => this.onerror?.(),
      };
      this.sent = upload;
      uploads.push(upload);
    }
    abort() {
      if (this.sent) this.sent.isAborted = true;
      this.onabort?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return uploads;
}
