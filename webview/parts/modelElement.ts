import type { AppModel } from '../model.ts';
import { ListeningElement } from './listeningElement.ts';

/** An element that shows something of the page's model, and is drawn again when the model changed. */
export class ModelElement extends ListeningElement {
  declare model: AppModel;
}
