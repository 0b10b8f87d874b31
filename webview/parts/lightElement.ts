import { LitElement } from 'lit';

/**
 * An element that renders into the page itself: one style sheet for all, labels and ids that reach from one element to
 * another, and nothing that a strict content policy would have to allow.
 */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
