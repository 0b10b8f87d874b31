import type { AppModel } from '../model.ts';
import { LightElement } from './lightElement.ts';

/** An element that shows something of the model, and is drawn again when the model changed. */
export class ModelElement<
  Model extends Pick<AppModel, 'onDidChange'> = AppModel,
> extends LightElement {
  declare model: Model;
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
