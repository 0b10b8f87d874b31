import type { EditorActions } from '../../src/ports/editorActions.ts';
import type { AskBefore } from '../../src/ports/patchConsent.ts';

/** An editor and a person who answer as a test wants, and remember what they were asked. */
export class FakeActions implements EditorActions {
  /** What was asked, by the name of the method, with its arguments. */
  readonly asked: (readonly [string, ...unknown[]])[] = [];
  yes = true;
  /** What a person types when they are asked for a secret. */
  secret: string | undefined = 'correct horse';
  /** What the file a person chooses holds; also what was saved last. */
  file: Uint8Array | undefined;
  files: readonly string[] = [];
  readonly dirty = new Set<string>();

  async openText(...args: readonly [string, string, string]): Promise<void> {
    await this.note('openText', ...args);
  }

  async openFile(...args: readonly [string, number?]): Promise<void> {
    await this.note('openFile', ...args);
  }

  async showDiff(diff: Parameters<EditorActions['showDiff']>[0]): Promise<void> {
    await this.note('showDiff', diff);
  }

  async copy(text: string): Promise<void> {
    await this.note('copy', text);
  }

  async saveAs(title: string, name: string, bytes: Uint8Array): Promise<boolean> {
    await this.note('saveAs', title, name);
    if (this.yes) {
      this.file = bytes;
    }
    return this.yes;
  }

  async readChosen(...args: readonly [string, string]): Promise<Uint8Array | undefined> {
    await this.note('readChosen', ...args);
    return this.file;
  }

  async askSecret(...args: readonly [string, string, boolean]): Promise<string | undefined> {
    await this.note('askSecret', ...args);
    return this.secret;
  }

  async confirm(...args: readonly [string, string, string, string?]): Promise<boolean> {
    await this.note('confirm', ...args);
    return this.yes;
  }

  async findFiles(words: string, limit: number): Promise<readonly string[]> {
    await this.note('findFiles', words, limit);
    return this.files.slice(0, limit);
  }

  unsaved(file: string): boolean {
    return this.dirty.has(file);
  }

  async openSettings(): Promise<void> {
    await this.note('openSettings');
  }

  async setAskBefore(askBefore: AskBefore): Promise<void> {
    await this.note('setAskBefore', askBefore);
  }

  /** The text that was copied last. */
  get copied(): string {
    const [, text] = this.asked.findLast(([name]) => name === 'copy') ?? [];
    return typeof text === 'string' ? text : '';
  }

  /** How often something was asked. */
  times(name: string): number {
    return this.asked.filter(([one]) => one === name).length;
  }

  private note(name: string, ...args: readonly unknown[]): Promise<void> {
    this.asked.push([name, ...args]);
    return Promise.resolve();
  }
}
