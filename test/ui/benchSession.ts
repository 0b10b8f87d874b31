/* Measures the page `context` with a made session of 2,000 calls and 5,000 blocks. */
import type { Page } from 'playwright-core';
import { scroll } from './benchTrace.ts';
import type { PageBench } from './openPage.ts';

/** What was measured: milliseconds, and megabytes of the page's heap after a collection. */
export interface SessionFigures {
  /** From the host's answer to `session/open` to the first frame with the picture of turns. */
  readonly paint: number;
  /** To the frame in which all turns stand. */
  readonly whole: number;
  /** From a key to the end of the frame that shows the next turn, with each tab open. */
  readonly steps: ReadonlyMap<string, readonly number[]>;
  /** Work per frame while the table of turns is scrolled. */
  readonly frames: readonly number[];
  readonly memory: number;
}

const turns = 2000;

/** The tabs below the pictures; the table that is scrolled comes last. */
const tabs = ['Blocks', 'Patches', 'Compare', 'Advice', 'Tools and Cost', 'Turns'];

/** Opens the session anew, scrubs through it, and scrolls its table. */
export async function measureSession(bench: PageBench): Promise<SessionFigures> {
  const page = await bench.open({ chips: 2, calls: 2, sessions: 'big' });
  await watchPicture(page);
  await page.getByRole('tab', { name: 'Context' }).click();
  const [paint, whole] = await page.evaluate(
    () => (globalThis as unknown as { drawn: Promise<readonly [number, number]> }).drawn,
  );
  const steps = new Map<string, readonly number[]>();
  for (const tab of tabs) {
    await page.getByRole('tab', { name: tab }).click();
    await page.locator('.turn-plot').press('End');
    await page.waitForTimeout(300);
    steps.set(tab, await scrub(page));
  }
  await page.locator('turn-table .list-line').first().waitFor();
  await page.locator('.turn-plot').focus();
  await page.keyboard.press('Home');
  const frames = await scroll(page, 120);
  return { paint, whole, steps, frames, memory: await heapOf(page) };
}

/** Notes when the host answered, when the picture stood, and when all turns did. */
async function watchPicture(page: Page): Promise<void> {
  await page.evaluate((count) => {
    const { fakeHost } = globalThis as unknown as {
      fakeHost: { readonly asked: { readonly name?: string }[] };
    };
    let answered = 0;
    let painted = 0;
    // The first question about an opened session is asked in the turn in which the host answered that it is open.
    const { asked } = fakeHost;
    asked.push = (...more) => {
      if (answered === 0 && more.some(({ name }) => name === 'session/calls')) {
        answered = performance.now();
      }
      return Array.prototype.push.apply(asked, more);
    };
    const drawn = new Promise<readonly [number, number]>((resolve) => {
      const look = (): void => {
        const slider = document.querySelector('.turn-plot');
        if (painted === 0 && document.querySelector('.turn-plot [data-layer]') !== null) {
          requestAnimationFrame(() => (painted ||= performance.now()));
        }
        if (painted > 0 && slider?.getAttribute('aria-valuemax') === String(count)) {
          requestAnimationFrame(() => resolve([painted - answered, performance.now() - answered]));
        } else {
          requestAnimationFrame(look);
        }
      };
      look();
    });
    Object.assign(globalThis, { drawn });
  }, turns);
}

/** Milliseconds from each of 100 keys to the end of its frame. */
async function scrub(page: Page): Promise<readonly number[]> {
  await page.locator('.turn-plot').focus();
  return page.evaluate(async () => {
    const slider = document.querySelector('.turn-plot') as HTMLElement;
    const took: number[] = [];
    for (let step = 0; step < 100; step++) {
      // From the beginning of a frame: to wait for it is no part of the step.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const before = slider.getAttribute('aria-valuenow');
      const started = performance.now();
      const shiftKey = step % 2 === 1;
      slider.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'ArrowLeft',
          shiftKey,
          bubbles: true,
          cancelable: true,
        }),
      );
      // A message comes after the frame's work is done.
      await new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve();
          port2.postMessage(0);
        });
      });
      took.push(performance.now() - started);
      if (slider.getAttribute('aria-valuenow') === before) {
        throw new Error('The key led to no other turn.');
      }
    }
    return took;
  });
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}
