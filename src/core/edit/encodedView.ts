import type { FileFacts } from './textView.ts';
import { TextView } from './textView.ts';

/** A view of a file that is not UTF-8, with the bytes its text was read from. */
export class EncodedView extends TextView {
  /** The whole file. */
  readonly bytes: Uint8Array;

  constructor(facts: FileFacts, text: string, bytes: Uint8Array) {
    super(facts, text);
    this.bytes = bytes;
  }
}
