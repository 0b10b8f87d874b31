import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';

/** What `page/fakeHost.ts` lets a test do from outside. */
interface FakeHost {
  readonly asked: readonly {
    readonly kind: string;
    readonly name?: string;
    readonly params?: unknown;
  }[];
  addChip(number: number): void;
  addCall(): void;
  setAskBefore(askBefore: 'never' | 'always' | 'large'): void;
  addSession(title: string): void;
  show(event: unknown): void;
}

/** The messages of a kind that the page has sent, of one request where it is named, by their parameters. */
export function asked(
  page: Page,
  name: string | undefined,
  kind = 'request',
): Promise<readonly unknown[]> {
  return page.evaluate(
    ([wanted, wantedKind]) => {
      const { fakeHost } = globalThis as unknown as { fakeHost: FakeHost };
      return fakeHost.asked
        .filter((one) => one.kind === wantedKind && (wanted === null || one.name === wanted))
        .map((one) => one.params);
    },
    [name ?? null, kind] as const,
  );
}

/** Waits until the page has asked with these parameters last. Throws after ten seconds, with what it asked. */
export async function untilAsked(page: Page, name: string, params: unknown): Promise<void> {
  const end = Date.now() + 10_000;
  for (;;) {
    const last = (await asked(page, name)).at(-1);
    if (isDeepStrictEqual(last, params)) {
      return;
    }
    if (Date.now() > end) {
      throw new Error(`The page asked ${name} with ${JSON.stringify(last)}.`);
    }
  }
}

/** Lets the host do something. */
export async function host(
  page: Page,
  action: 'addChip' | 'addCall' | 'setAskBefore' | 'addSession' | 'show',
  argument?: unknown,
): Promise<void> {
  await page.evaluate(
    ([name, value]) => {
      const { fakeHost } = globalThis as unknown as { fakeHost: FakeHost };
      (fakeHost[name] as (value: unknown) => void)(value);
    },
    [action, argument] as const,
  );
}
