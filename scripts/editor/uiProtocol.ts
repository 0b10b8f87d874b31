/** Names the variable that holds the address of the UI control endpoint, in the environment of the extension host. */
export const UI_CONTROL_VARIABLE = 'CHIPBOARD_UI_CONTROL';

/** The frames from an editor window down to the content of its (first) webview, for `UiTarget.frames`. */
export const WEBVIEW_FRAMES: readonly string[] = ['iframe.webview.ready', '#active-frame'];

/** Where in the editor an action takes place. */
export interface UiTarget {
  /** Name of the window; `main`, the one that runs the tests, when absent. */
  readonly window?: string;
  /** Selectors of nested iframes to go through first; see `WEBVIEW_FRAMES`. */
  readonly frames?: readonly string[];
  /** A Playwright selector: CSS, `text=…`, … The first element that fits is meant. */
  readonly selector?: string;
  /** An ARIA role, instead of a selector; `name` narrows it by accessible name. */
  readonly role?: string;
  /** A part of the accessible name, or a regular expression written as `/…/`. */
  readonly name?: string;
  /** Milliseconds to wait for the element; 10,000 when absent. */
  readonly timeout?: number;
}

/**
 * What a test in the extension host may ask of the browser that shows the editor. Answers are `null` where none is
 * named.
 */
export type UiRequest = UiTarget &
  (
    | {
        /** Presses a key or chord such as `Control+Z`: on the element, or on what has the focus. */
        readonly action: 'press';
        readonly key: string;
      }
    | { readonly action: 'click'; readonly button?: 'left' | 'right'; readonly count?: number }
    | {
        /** Sets the text of an input field. */
        readonly action: 'fill';
        readonly text: string;
      }
    | {
        /** Types text into what has the focus, key by key. */
        readonly action: 'type';
        readonly text: string;
      }
    | {
        /** Writes a PNG of the window, or of the element, to an absolute path; answers the path. */
        readonly action: 'screenshot';
        readonly path: string;
      }
    | {
        /** Answers the visible text of every element that fits, as a list; does not wait. */
        readonly action: 'texts';
      }
    | {
        /** Answers the visible text of the element. */
        readonly action: 'text';
      }
    | {
        readonly action: 'waitFor';
        readonly state?: 'visible' | 'hidden' | 'attached' | 'detached';
      }
    | {
        /** Evaluates a JavaScript expression in the page or frame; answers its JSON value. */
        readonly action: 'eval';
        readonly code: string;
      }
    | {
        /** Loads the window anew. In `main` this ends the extension host that asks, and the test run starts again. */
        readonly action: 'reload';
      }
    | {
        /** Opens another window with the extension under development but without tests; `window` names it. */
        readonly action: 'openWindow';
        readonly folder?: string;
      }
    | { readonly action: 'closeWindow' }
    | {
        /** Focuses the element, or brings the window to the front. */
        readonly action: 'focus';
      }
  );

/** The body of an answer: a value, or what went wrong in words for the test's log. */
export type UiAnswer =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: string };
