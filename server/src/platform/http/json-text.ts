/** An answer that is JSON already, as the contract has it: sent as it is. A test reads it by the contract. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
