import { driveUi } from '../../../scripts/editor/uiClient.ts';
import type { UiRequest } from '../../../scripts/editor/uiProtocol.ts';
import { until } from '../workspaceFiles.ts';

/** Where a page of ours is. */
export interface PagePlace {
  readonly place: 'sidebar' | 'editor';
  readonly window?: string;
}

/** The page in the side bar. */
export const sidebar: PagePlace = { place: 'sidebar' };

/** The page in an editor tab. */
export const tab: PagePlace = { place: 'editor' };

type Act<Name extends UiRequest['action']> = Omit<
  Extract<UiRequest, { action: Name }>,
  'action' | 'frames' | 'window'
>;

/** Does something in a page, as soon as the page is there. */
export async function inPage<Name extends UiRequest['action']>(
  place: PagePlace,
  action: Name,
  request: Act<Name>,
): Promise<unknown> {
  let id = '';
  await until(
    'the page is there',
    async () => {
      id = String(await look(place, `id`));
      return id !== '';
    },
    20_000,
  );
  const frames = [`iframe.webview.ready[src*="id=${id}"]`, '#active-frame'];
  return driveUi({ action, frames, ...windowOf(place), ...request } as unknown as UiRequest);
}

/** Labels of the lines of the list, as a screen reader says them; none while the page is being made. */
export async function lineLabels(place: PagePlace): Promise<readonly string[]> {
  const code = `[...page.querySelectorAll('.list-line')].map((line) => line.getAttribute('aria-label'))`;
  const labels = await look(place, code);
  return labels === '' ? [] : (labels as readonly string[]);
}

/** Waits until a line of the list fits; answers how many milliseconds that took. */
export async function untilLine(
  place: PagePlace,
  pattern: RegExp,
  patience = 20_000,
): Promise<number> {
  const started = Date.now();
  await until(
    `a line fits ${String(pattern)}`,
    async () => (await lineLabels(place)).some((label) => pattern.test(label)),
    patience,
  );
  return Date.now() - started;
}

/** The text of the first element in a page, with single spaces; nothing while it is not there. */
export async function textIn(place: PagePlace, selector: string): Promise<string> {
  const code = `(page.querySelector(${JSON.stringify(selector)})?.innerText ?? '')`;
  return String(await look(place, code))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Waits until a text in a page fits; answers it. */
export async function untilText(
  place: PagePlace,
  selector: string,
  pattern: RegExp,
  patience = 20_000,
): Promise<string> {
  let text = '';
  await until(
    `${selector} fits ${String(pattern)}`,
    async () => pattern.test((text = await textIn(place, selector))),
    patience,
  ).catch((error: unknown) => {
    throw new Error(`${String(error)} It says: ${text}`);
  });
  return text;
}

/** Presses keys, one after the other, wherever the keyboard is. */
export async function keys(...pressed: readonly string[]): Promise<void> {
  for (const key of pressed) {
    await driveUi({ action: 'press', key });
  }
}

/**
 * Looks at a page by way of the window's own document: a frame that is replaced while the browser's driver asks it
 * stays silent. `code` may use `page`, the page's document, and `id` of its frame; nothing while there is no page.
 */
async function look(place: PagePlace, code: string): Promise<unknown> {
  const found = `(() => {
    for (const outer of document.querySelectorAll('iframe.webview.ready')) {
      const page = outer.contentDocument?.querySelector('#active-frame')?.contentDocument;
      const id = /[?&]id=([^&]*)/.exec(outer.src)?.[1] ?? '';
      if (page?.body?.dataset.place === '${place.place}' && page.querySelector('.app')) {
        return ${code};
      }
    }
    return '';
  })()`;
  return driveUi({ action: 'eval', code: found, ...windowOf(place) });
}

function windowOf({ window }: PagePlace): { readonly window?: string } {
  return window === undefined ? {} : { window };
}
