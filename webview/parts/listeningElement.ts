import type { AppModel } from '../model.ts';
import { LightElement } from './lightElement.ts';

/** An element that shows something of a model, whole or a part of it, and is drawn again when the model changed. */
export class ListeningElement extends LightElement {
  declare model: Pick<AppModel, 'onDidChange'>;
  private stopListening: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.stopListening = this.model.onDidChange(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopListening?.();
  }
}
