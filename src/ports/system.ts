/** Where the core gets time from. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Where the core gets randomness from. */
export interface Random {
  /** `length` lower-case hexadecimal digits. */
  hex(length: number): string;
}

/** Something to be released once. Releasing it again does nothing. */
export interface Disposable {
  dispose(): void;
}

/** Subscribes a listener; disposing ends the subscription. */
export type Event<T> = (listener: (value: T) => void) => Disposable;
