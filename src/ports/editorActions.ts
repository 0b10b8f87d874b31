import type { AskBefore } from './patchConsent.ts';

/** What a page asks of the editor for a person. Every method may throw; the message is for the person. */
export interface EditorActions {
  /** Shows a text read-only; `name` decides the language. */
  openText(about: string, name: string, text: string): Promise<void>;
  /** Opens a file, with the cursor at the start of a line (1-based). */
  openFile(file: string, line?: number): Promise<void>;
  /** Shows a file before and after an edit in the editor's diff; `before` undefined: there is no file yet. */
  showDiff(diff: {
    readonly title: string;
    readonly file: string;
    readonly before: string | undefined;
    readonly after: string;
  }): Promise<void>;
  copy(text: string): Promise<void>;
  /** Asks where to save bytes, and writes them there; false if the person gave up. */
  saveAs(title: string, name: string, bytes: Uint8Array): Promise<boolean>;
  /** Asks for a file and reads it; undefined if the person gave up. */
  readChosen(title: string, ending: string): Promise<Uint8Array | undefined>;
  /** Asks for a word that is not shown while it is typed, `again` twice; undefined if the person gave up. */
  askSecret(title: string, prompt: string, again: boolean): Promise<string | undefined>;
  /**
   * Asks before something that cannot be taken back. With `no`, the button that says so has the focus, so that Enter
   * alone does nothing.
   */
  confirm(question: string, detail: string, yes: string, no?: string): Promise<boolean>;
  /** Absolute paths of files of the workspace whose path has all the words; at most `limit`. */
  findFiles(words: string, limit: number): Promise<readonly string[]>;
  /** Files whose buffer has changes that are not saved. */
  unsaved(file: string): boolean;
  openSettings(): Promise<void>;
  /** Sets, for all windows, which changes of its own context by a model the person is asked about first. */
  setAskBefore(askBefore: AskBefore): Promise<void>;
}
