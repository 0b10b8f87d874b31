/*
 * Measures the page with 10,000 chips and 50,000 calls in Chromium: `npm run bench:page`. Prints the time from the
 * host's first answer to the first picture with rows, the main thread's work per frame while scrolling, and the time
 * from a keystroke in the search field to the picture with what was found.
 */
import type { CDPSession, Page } from 'playwright-core';
import { PageBench } from './openPage.ts';

const chips = 10_000;
const calls = 50_000;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

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

/** Milliseconds of work of the main thread for each frame while the list is scrolled with the wheel. */
async function scroll(page: Page, pixels: number): Promise<readonly number[]> {
  const box = await page.locator('.list-scroll').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 200);
  const session = await page.context().newCDPSession(page);
  const events = await trace(session, async () => {
    for (let step = 0; step < 120; step++) {
      await page.mouse.wheel(0, pixels);
    }
  });
  return workPerFrame(events);
}

async function trace(
  session: CDPSession,
  work: () => Promise<void>,
): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  const done = new Promise<void>((resolve) =>
    session.once('Tracing.tracingComplete', () => resolve()),
  );
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'devtools.timeline',
        'devtools.timeline.frame',
        'disabled-by-default-devtools.timeline',
      ],
    },
  });
  await work();
  await session.send('Tracing.end');
  await done;
  return events;
}

/** Tasks of the page's main thread, put together from one frame's commit to the next one's. */
function workPerFrame(events: readonly TraceEvent[]): readonly number[] {
  const commits = events.filter(({ name }) => name === 'Commit');
  const [first] = commits;
  const onThread = events.filter(({ pid, tid }) => pid === first?.pid && tid === first.tid);
  const starts = commits.map(({ ts }) => ts).sort((a, b) => a - b);
  const tasks = onThread.filter(({ name, ph }) => name === 'RunTask' && ph === 'X');
  return starts.slice(0, -1).map((from, index) => {
    const to = starts[index + 1] ?? from;
    // A task that goes beyond the commit counts for either frame with its part.
    return tasks.reduce((sum, { ts, dur = 0 }) => {
      const part = Math.min(ts + dur, to) - Math.max(ts, from);
      return sum + Math.max(0, part) / 1000;
    }, 0);
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
  const work = (name: string, values: readonly number[]): string => {
    const [p50, p95] = [percentile(values, 0.5), percentile(values, 0.95)];
    const times = `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
    return `${name}: ${values.length} frames, work per frame ${times} (${(p95 / 16).toFixed(2)} of 16 ms)`;
  };
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
