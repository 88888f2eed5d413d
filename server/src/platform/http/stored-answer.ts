/** A response as its bytes, stored with its key and replayed unchanged. */
export class StoredAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  constructor(status: number, contentType: string, text: string) {
    this.status = status;
    this.contentType = contentType;
    this.text = text;
  }
}
