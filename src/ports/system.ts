/** Where the core gets time from. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** What does something later. */
export interface Timer {
  /** Calls back once after that many milliseconds, unless it is disposed before. */
  after(milliseconds: number, run: () => void): Disposable;
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
