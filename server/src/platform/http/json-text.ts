/** A response that is already JSON by the contract and is sent unchanged. A test parses it by the contract. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
