import type { MessagePort } from 'node:worker_threads';
import { buffersOf } from './handOver.ts';

interface Call {
  /** Comes back with the answer. */
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

type Answer =
  | { readonly id: number; readonly value: unknown }
  /** One phrase. */
  | { readonly id: number; readonly problem: string };

/** Methods that another thread may call. */
export type Callable<Method extends string> = Readonly<
  Record<Method, (...args: never[]) => Promise<unknown>>
>;

/**
 * Answers what another thread asks through a port. Only the methods named are called; bytes that an answer is are handed
 * over, not copied. Keeps nothing alive.
 */
export function answerCalls<Method extends string>(
  port: MessagePort,
  target: Callable<Method>,
  methods: readonly Method[],
): void {
  const answer = async ({ method, args }: Call): Promise<unknown> => {
    const named = methods.find((one) => one === method);
    return named === undefined ? undefined : target[named](...(args as never[]));
  };
  port.on('message', (call: Call) => {
    const { id } = call;
    void answer(call).then(
      (value) => port.postMessage({ id, value } satisfies Answer, buffersOf(value)),
      (error: unknown) => port.postMessage({ id, problem: String(error) } satisfies Answer),
    );
  });
  port.unref();
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** Asks another thread, which answers by `answerCalls`. Keeps nothing alive. */
export class PortCalls {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (answer: Answer) => {
      const call = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('problem' in answer) {
        call?.reject(new Error(answer.problem));
      } else {
        call?.resolve(answer.value as never);
      }
    });
    port.unref();
  }

  /** Calls a method. `handedOver`: bytes among the arguments that are not used here any more. Rejects as it does. */
  call<T>(
    method: string,
    args: readonly unknown[],
    handedOver: readonly Uint8Array[] = [],
  ): Promise<T> {
    this.#lastId += 1;
    const call: Call = { id: this.#lastId, method, args };
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(call.id, { resolve, reject });
      this.#port.postMessage(call, handedOver.flatMap(buffersOf));
    });
  }
}
