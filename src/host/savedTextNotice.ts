import { sizeText } from '../protocol/units.ts';
import type { KeptChip } from '../tools/toolService.ts';

/** What a notice needs of the editor. */
export interface SavedTextParts {
  readonly enabled: () => boolean;
  /** Shows a message with buttons until the person chose or closed it. */
  readonly show: (
    message: string,
    ...buttons: readonly string[]
  ) => PromiseLike<string | undefined>;
  readonly replay: (chip: string) => void;
  /** Turns the notices off for good. */
  readonly disable: () => void;
}

const replayButton = 'Replay…';
const neverButton = "Don't Show Again";

/** Tells a person that the text of a failed edit was kept. One message at a time: others are counted meanwhile. */
export class SavedTextNotice {
  private readonly parts: SavedTextParts;
  private open = false;
  private missed = 0;

  constructor(parts: SavedTextParts) {
    this.parts = parts;
  }

  /** A text was kept. The same text kept once more is no news. */
  async tell({ id, bytes, client, refreshed }: KeptChip): Promise<void> {
    if (refreshed || !this.parts.enabled()) {
      return;
    }
    if (this.open) {
      this.missed++;
      return;
    }
    this.open = true;
    const message = `An edit by ${client} failed; its text (${sizeText(bytes)}) was kept.${more(this.missed)}`;
    this.missed = 0;
    try {
      const choice = await this.parts.show(message, replayButton, neverButton);
      if (choice === replayButton) {
        this.parts.replay(id);
      } else if (choice === neverButton) {
        this.parts.disable();
      }
    } finally {
      this.open = false;
    }
  }
}

function more(missed: number): string {
  return missed === 0
    ? ''
    : ` So ${missed === 1 ? 'was that of 1 edit' : `were those of ${missed} edits`} before.`;
}
