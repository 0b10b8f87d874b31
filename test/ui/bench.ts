/*
 * Measures the page with 10,000 chips and 50,000 calls in Chromium: `npm run bench:page`. Prints the time from the
 * host's first answer to the first picture with rows, the main thread's work per frame while scrolling, and the time
 * from a keystroke in the search field to the picture with what was found. Then the page `context` with a session of
 * 2,000 calls and 5,000 blocks: from the host's answer to the picture, a step of the scrubber, scrolling its table, and
 * the memory of the page.
 */
import type { Page } from 'playwright-core';
import type { SessionFigures } from './benchSession.ts';
import { measureSession } from './benchSession.ts';
import { scroll } from './benchTrace.ts';
import { PageBench } from './openPage.ts';

const chips = 10_000;
const calls = 50_000;

const bench = await PageBench.start();
try {
  for (const tab of ['Chips', 'Activity'] as const) {
    const page = await bench.open({ chips, calls });
    await watchFirstPaint(page);
    await page.reload();
    await page.locator('.list-line').first().waitFor();
    const paint = await page.evaluate(
      () => (globalThis as unknown as { painted: Promise<number> }).painted,
    );
    await page.getByRole('tab', { name: tab }).click();
    const total = tab === 'Chips' ? chips : calls;
    await page.waitForFunction(
      (rows) =>
        document.querySelector('[role="treegrid"]')?.getAttribute('aria-rowcount') ===
        String(rows + 1),
      total,
    );
    // A notch of a wheel is 120 pixels; 600 is almost all that is seen.
    const frames = await scroll(page, 120);
    const jumps = await scroll(page, 600);
    const words =
      tab === 'Chips'
        ? ['r', 'release', 'tool:be-write release']
        : ['c', 'codex', 'client:codex is:failed'];
    const searches: number[] = [];
    for (const text of words) {
      searches.push(await search(page, text));
    }
    print(tab, total, { paint, frames, jumps, searches });
  }
  printSession(await measureSession(bench));
} finally {
  await bench.stop();
}

/** Notes the time from the host's first answer to the first frame in which rows stand. */
async function watchFirstPaint(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let answered = 0;
    const painted = new Promise<number>((resolve) => {
      const look = (): void => {
        const { fakeHost } = globalThis as unknown as { fakeHost?: { asked: readonly unknown[] } };
        // The host answers in the turn after it was asked.
        if (answered === 0 && (fakeHost?.asked.length ?? 0) > 0) {
          answered = performance.now();
        }
        if (document.querySelector('.list-line') === null) {
          requestAnimationFrame(look);
        } else {
          requestAnimationFrame(() => resolve(performance.now() - answered));
        }
      };
      look();
    });
    Object.assign(globalThis, { painted });
  });
}

/** Milliseconds from a change of the search field to the frame after the list was drawn. */
async function search(page: Page, text: string): Promise<number> {
  return page.evaluate(async (words) => {
    const field = document.querySelector('[data-name="search"]') as HTMLInputElement;
    const started = performance.now();
    field.value = words;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return performance.now() - started;
  }, text);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function print(
  tab: string,
  total: number,
  {
    paint,
    frames,
    jumps,
    searches,
  }: {
    readonly paint: number;
    readonly frames: readonly number[];
    readonly jumps: readonly number[];
    readonly searches: readonly number[];
  },
): void {
  console.log(
    [
      `${tab}, ${total} rows`,
      `first paint ${paint.toFixed(0)} ms (${(paint / 300).toFixed(2)} of 300 ms)`,
      work('scrolling by 120 pixels', frames),
      work('scrolling by 600 pixels', jumps),
      `search ${searches.map((took) => took.toFixed(0)).join(', ')} ms (of 100 ms)`,
    ].join('\n  '),
  );
}

function work(name: string, values: readonly number[]): string {
  const [p50, p95] = [percentile(values, 0.5), percentile(values, 0.95)];
  const times = `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
  return `${name}: ${values.length} frames, work per frame ${times} (${(p95 / 16).toFixed(2)} of 16 ms)`;
}

function printSession({ paint, whole, steps, frames, memory }: SessionFigures): void {
  const scrubs = [...steps].map(([tab, took]) => {
    const [p50, p95] = [percentile(took, 0.5), percentile(took, 0.95)];
    return `scrub step with ${tab}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (${(p95 / 50).toFixed(2)} of 50 ms)`;
  });
  console.log(
    [
      'Context, 2,000 calls, 5,000 blocks',
      `message to paint ${paint.toFixed(0)} ms (${(paint / 500).toFixed(2)} of 500 ms), all turns ${whole.toFixed(0)} ms`,
      ...scrubs,
      work('scrolling the table by 120 pixels', frames),
      `page memory ${memory.toFixed(0)} MB (${(memory / 200).toFixed(2)} of 200 MB), the host in the page included`,
    ].join('\n  '),
  );
}
