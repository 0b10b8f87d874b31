import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { EditorBrowser } from './browser.ts';
import type { UiRequest, UiTarget } from './uiProtocol.ts';
import type { WindowContent } from './windowUrl.ts';

const WAIT_MS = 10_000;

/**
 * Does in the browser what a test asks.
 * @param otherWindows What a window opened by `openWindow` shows, but for its folder.
 * @returns The answer's value, as `UiRequest` describes it.
 * @throws {Error} When a window or element is missing or does not get ready in time.
 */
export async function performUiAction(
  browser: EditorBrowser,
  otherWindows: WindowContent,
  request: UiRequest,
): Promise<unknown> {
  const name = request.window ?? 'main';
  switch (request.action) {
    case 'openWindow':
      await browser.openWindow(
        name,
        request.folder ? { ...otherWindows, folder: request.folder } : otherWindows,
      );
      return undefined;
    case 'closeWindow':
      return browser.closeWindow(name);
    case 'reload':
      return browser.reload(name);
    default:
      return performInPage(browser.window(name), request);
  }
}

type PageRequest = Exclude<UiRequest, { action: 'openWindow' | 'closeWindow' | 'reload' }>;

async function performInPage(page: Page, request: PageRequest): Promise<unknown> {
  const timeout = request.timeout ?? WAIT_MS;
  const element = find(page, request);
  switch (request.action) {
    case 'press':
      return element
        ? element.first().press(request.key, { timeout })
        : page.keyboard.press(request.key);
    case 'type':
      return page.keyboard.type(request.text);
    case 'screenshot':
      await (element ? element.first() : page).screenshot({ path: request.path, timeout });
      return request.path;
    case 'focus':
      return element ? element.first().focus({ timeout }) : page.bringToFront();
    case 'eval':
      return evaluate(page, request.frames ?? [], request.code, timeout);
    default:
      return performOnElement(required(element, request.action), request, timeout);
  }
}

type ElementRequest = Extract<
  PageRequest,
  { action: 'click' | 'fill' | 'text' | 'texts' | 'waitFor' }
>;

async function performOnElement(
  all: Locator,
  request: ElementRequest,
  timeout: number,
): Promise<unknown> {
  const element = all.first();
  switch (request.action) {
    case 'click':
      return element.click({
        timeout,
        button: request.button ?? 'left',
        clickCount: request.count ?? 1,
      });
    case 'fill':
      return element.fill(request.text, { timeout });
    case 'text':
      return element.innerText({ timeout });
    case 'texts':
      return all.allInnerTexts();
    case 'waitFor':
      return element.waitFor({ timeout, state: request.state ?? 'visible' });
    default:
      throw new Error(`Unknown action "${(request as { action: string }).action}".`);
  }
}

function find(page: Page, target: UiTarget): Locator | undefined {
  const place = (target.frames ?? []).reduce<Page | FrameLocator>(
    (outer, selector) => outer.locator(selector).first().contentFrame(),
    page,
  );
  if (target.role) {
    const options = target.name === undefined ? {} : { name: pattern(target.name) };
    return place.getByRole(target.role as Parameters<Page['getByRole']>[0], options);
  }
  return target.selector === undefined ? undefined : place.locator(target.selector);
}

function pattern(name: string): string | RegExp {
  const expression = /^\/(.+)\/$/s.exec(name)?.[1];
  return expression === undefined ? name : new RegExp(expression);
}

async function evaluate(
  page: Page,
  frames: readonly string[],
  code: string,
  timeout: number,
): Promise<unknown> {
  if (frames.length === 0) {
    return page.evaluate(code);
  }
  const root = required(find(page, { frames, selector: ':root' }), 'eval');
  const handle = await root.first().elementHandle({ timeout });
  const frame = await handle.ownerFrame();
  if (!frame) {
    throw new Error('The frame is gone.');
  }
  return frame.evaluate(code);
}

function required(element: Locator | undefined, action: string): Locator {
  if (!element) {
    throw new Error(`"${action}" needs a selector or a role.`);
  }
  return element;
}
