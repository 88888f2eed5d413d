/** An answer as the bytes that go out: kept with its key, and sent again as it is. */
export class Settled {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  constructor(status: number, contentType: string, text: string) {
    this.status = status;
    this.contentType = contentType;
    this.text = text;
  }
}
