import type { ArtifactKey, BlockContent } from './block.ts';
import { uriOf } from './block.ts';
import type { TextReader } from './texts.ts';

/** What was said about an offloaded text. */
export interface StubText {
  /** One line for the manifest. */
  readonly description: string;
  /** What the text says, in few words; stands in the view. */
  readonly summary: string;
  /** When to read the text again; stands in the view. May be empty. */
  readonly hint: string;
}

/** The content of an offloaded block. */
export type OffloadedContent = Extract<BlockContent, { readonly form: 'offloaded' }>;

/** Name of the stub that a patch puts in a text's place. */
export function stubKey(artifact: ArtifactKey, patch: number): ArtifactKey {
  return `${artifact}#stub${patch}`;
}

/** The stub as the text of an artifact. */
export function encodeStub({ description, summary, hint }: StubText): string {
  return JSON.stringify({ description, summary, hint });
}

/** What was said of an offloaded text; undefined if that is not at hand, or was erased. */
export function readStub(content: OffloadedContent, texts: TextReader): StubText | undefined {
  const text = texts.get(content.stub);
  return text === undefined ? undefined : (JSON.parse(text) as StubText);
}

/** What stands in the view for an offloaded text; it says how to read the text again, whatever became of the stub. */
export function renderStub(content: OffloadedContent, texts: TextReader): string {
  const { summary, hint } = readStub(content, texts) ?? { summary: '', hint: '' };
  const said = summary === '' ? '' : ` ${summary}`;
  const when = hint === '' ? '' : `; ${hint}`;
  return `[offloaded payload]${said}\n[full text: ${uriOf(content.artifact)}${when}]`;
}
