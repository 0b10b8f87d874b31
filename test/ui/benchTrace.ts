/* What the bench of the page measures with: the browser's own trace. */
import type { CDPSession, Page } from 'playwright-core';

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

/** Milliseconds of work of the main thread for each frame while a list is scrolled with the wheel, by so many pixels. */
export async function scroll(page: Page, pixels: number): Promise<readonly number[]> {
  const box = await page.locator('.list-scroll').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + Math.min(200, (box?.height ?? 0) / 2));
  return frameWork(page, async () => {
    for (let step = 0; step < 120; step++) {
      await page.mouse.wheel(0, pixels);
    }
  });
}

/** Milliseconds of work of the main thread for each frame while something is done. */
export async function frameWork(page: Page, work: () => Promise<void>): Promise<readonly number[]> {
  const session = await page.context().newCDPSession(page);
  return workPerFrame(await trace(session, work));
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
