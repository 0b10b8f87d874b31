import type { Disposable, Event } from '../ports/system.ts';

/** Owns disposables and releases them together, last added first. Adding after disposal disposes at once. */
export class DisposableStore implements Disposable {
  private readonly items: Disposable[] = [];
  private disposed = false;

  /** Takes ownership of the item and returns it. */
  add<T extends Disposable>(item: T): T {
    if (this.disposed) {
      item.dispose();
    } else {
      this.items.push(item);
    }
    return item;
  }

  dispose(): void {
    this.disposed = true;
    for (const item of this.items.splice(0).reverse()) {
      item.dispose();
    }
  }
}

/** Source of an event. A listener that is removed while the event is being fired is no longer called. */
export class Emitter<T> implements Disposable {
  private readonly listeners = new Set<(value: T) => void>();

  /** Subscribes a listener. */
  readonly event: Event<T> = (listener) => {
    // A wrapper of its own per subscription: subscribing one function twice makes two subscriptions.
    const entry = (value: T): void => listener(value);
    this.listeners.add(entry);
    return { dispose: () => this.listeners.delete(entry) };
  };

  /** Calls every listener in order of subscription. */
  fire(value: T): void {
    for (const listener of this.listeners) {
      listener(value);
    }
  }

  dispose(): void {
    this.listeners.clear();
  }
}
