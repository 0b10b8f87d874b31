import type { Disposable } from '../../ports/system.ts';
import type { PanelConnection } from '../../panel/panelHost.ts';
import type { InspectorEvents } from '../../protocol/inspector.ts';
import type { RpcMessage } from '../../protocol/rpc.ts';

/** What a page may be led to. */
export type PageShow = InspectorEvents['page/show'];

/** How a page reaches what answers it. */
export interface AttachedPageOptions {
  readonly post: (message: RpcMessage) => void;
  readonly visible: boolean;
  /** Connects the page; called when it asks for the first time, and again after it threw. */
  readonly connect: (post: (message: RpcMessage) => void, visible: boolean) => PanelConnection;
  readonly onFault: (cause: unknown) => void;
}

/** A page in a webview, connected when it asks for something: until then nothing heavy is loaded for it. */
export class AttachedPage implements Disposable {
  private readonly options: AttachedPageOptions;
  private connection: PanelConnection | undefined;
  private visible: boolean;
  private wanted: PageShow | undefined;

  constructor(options: AttachedPageOptions) {
    this.options = options;
    this.visible = options.visible;
  }

  /** Takes a message of the page. */
  receive(value: unknown): void {
    try {
      this.connected().receive(value);
    } catch (cause) {
      this.options.onFault(cause);
      refuse(value, cause, this.options.post);
    }
  }

  setVisible(visible: boolean): void {
    this.visible = visible;
    this.connection?.setVisible(visible);
  }

  show(event: PageShow): void {
    if (this.connection === undefined) {
      this.wanted = event;
    } else {
      this.connection.show(event);
    }
  }

  dispose(): void {
    this.connection?.dispose();
    this.connection = undefined;
  }

  private connected(): PanelConnection {
    if (this.connection === undefined) {
      this.connection = this.options.connect(this.options.post, this.visible);
      if (this.wanted !== undefined) {
        this.connection.show(this.wanted);
        this.wanted = undefined;
      }
    }
    return this.connection;
  }
}

/** Answers a request that nobody else can answer. */
function refuse(value: unknown, cause: unknown, post: (message: RpcMessage) => void): void {
  const { kind, id } = (value ?? {}) as { readonly kind?: unknown; readonly id?: unknown };
  if (kind === 'request' && typeof id === 'number') {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `Chipboard could not start: ${reason}`;
    post({ kind: 'reply', id, ok: false, error: { code: 'not-started', message } });
  }
}
