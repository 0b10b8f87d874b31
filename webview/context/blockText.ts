import type { Client } from '../client.ts';
import { messageOf } from '../client.ts';
import type { OpenedSession } from './openedSession.ts';

/** Characters (UTF-16 units) of a text that are read at once. */
export const textPart = 65_536;

/** The text of one block, as far as it was read. */
export class BlockText {
  /** What was read, from its beginning. */
  text = '';
  /** Characters of the whole; undefined until the first part is there. */
  length: number | undefined;
  /** A part is being read. */
  busy = false;
  problem: string | undefined;
  readonly block: number;
  /** Whether it is the whole text from the file beside the transcript. */
  readonly overflow: boolean;
  /** Which transcript, and as what, its indices mean. */
  readonly of: string;
  private readonly session: OpenedSession;
  private readonly client: Client;
  private readonly changed: () => void;

  constructor(
    session: OpenedSession,
    block: number,
    options: {
      readonly overflow: boolean;
      readonly client: Client;
      readonly changed: () => void;
    },
  ) {
    this.session = session;
    this.of = textOwner(session);
    this.block = block;
    this.overflow = options.overflow;
    this.client = options.client;
    this.changed = options.changed;
  }

  /** Characters that were not read yet. */
  get left(): number {
    return Math.max(0, (this.length ?? 0) - this.text.length);
  }

  /** Reads the next part. */
  async more(): Promise<void> {
    if (this.busy || (this.length !== undefined && this.left === 0)) {
      return;
    }
    this.busy = true;
    this.problem = undefined;
    this.changed();
    const { block, overflow, session } = this;
    const query = { block, from: this.text.length, limit: textPart, ...(overflow && { overflow }) };
    try {
      const part = await this.client.ask('session/text', { at: session.at, query });
      this.text += part.text;
      // A text that ends before its length has changed; nothing more will come.
      this.length = part.text === '' ? this.text.length : part.length;
    } catch (cause) {
      this.problem = messageOf(cause);
    }
    this.busy = false;
    this.changed();
  }
}

/** Another value whenever indices of blocks mean others. */
export function textOwner({ state, path }: OpenedSession): string {
  return `${state.transcript} ${path.join('.')} ${state.generation}`;
}
