import { driveUi } from '../../../scripts/editor/uiClient.ts';
import type { UiRequest } from '../../../scripts/editor/uiProtocol.ts';
import { until } from '../workspaceFiles.ts';

/** Where a page of ours is: the selectors of its frames. The side bar's view comes first in the document. */
export interface PagePlace {
  readonly frames: readonly string[];
  readonly window?: string;
}

/** The page in the side bar. */
export const sidebar: PagePlace = {
  frames: ['iframe.webview.ready[src*="purpose=webviewView"]', '#active-frame'],
};

/** The page in an editor tab. */
export const tab: PagePlace = {
  frames: ['iframe.webview.ready:not([src*="purpose="])', '#active-frame'],
};

type Act<Name extends UiRequest['action']> = Omit<
  Extract<UiRequest, { action: Name }>,
  'action' | 'frames'
>;

/** Does something in a page. */
export function inPage<Name extends UiRequest['action']>(
  place: PagePlace,
  action: Name,
  request: Act<Name>,
): Promise<unknown> {
  return driveUi({ action, ...place, ...request } as unknown as UiRequest);
}

/** Labels of the lines of the list, as a screen reader says them. */
export async function lineLabels(place: PagePlace): Promise<readonly string[]> {
  const code = `[...document.querySelectorAll('.list-line')].map((line) => line.getAttribute('aria-label'))`;
  return (await inPage(place, 'eval', { code })) as readonly string[];
}

/** Waits until a line of the list fits; answers how many milliseconds that took. */
export async function untilLine(
  place: PagePlace,
  pattern: RegExp,
  patience = 10_000,
): Promise<number> {
  const started = Date.now();
  await until(
    `a line fits ${String(pattern)}`,
    async () => (await lineLabels(place)).some((label) => pattern.test(label)),
    patience,
  );
  return Date.now() - started;
}

/** Presses keys, one after the other, wherever the keyboard is. */
export async function keys(...pressed: readonly string[]): Promise<void> {
  for (const key of pressed) {
    await driveUi({ action: 'press', key });
  }
}
