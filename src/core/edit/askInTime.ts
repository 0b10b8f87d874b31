import type { Consent, ConsentAnswer } from '../../ports/consent.ts';

/** How long the user has to answer, in milliseconds. */
const consentPatience = 120_000;

/** What came of a question. */
export type AskedAnswer = ConsentAnswer | 'cancelled' | 'late';

/** Asks the user something. */
export interface Asking<Question> {
  ask(question: Question, signal: AbortSignal): Promise<ConsentAnswer>;
}

/** Where nobody can be asked, guarded files are left alone. */
export const askNobody: Consent = { ask: () => Promise.resolve('unavailable') };

/**
 * Asks, and gives up when the call is cancelled or the time is over: an answer that comes later has no effect, and a
 * question that is never answered holds nothing up.
 */
export function askInTime<Question>(
  consent: Asking<Question>,
  question: Question,
  signal: AbortSignal,
  patience: number = consentPatience,
): Promise<AskedAnswer> {
  if (signal.aborted) {
    return Promise.resolve('cancelled');
  }
  const over = new AbortController();
  return new Promise((resolve) => {
    const end = (answer: AskedAnswer): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      over.abort();
      resolve(answer);
    };
    const cancel = (): void => end('cancelled');
    const timer = setTimeout(() => end('late'), patience);
    signal.addEventListener('abort', cancel);
    // A question that cannot be put is no permission.
    consent.ask(question, over.signal).then(end, () => end('unavailable'));
  });
}
