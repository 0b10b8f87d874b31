import type { RpcMessage } from '../src/protocol/rpc.ts';

/** What connects the page with its host. The editor gives one to a webview; a plain page brings its own. */
export interface HostLink {
  post(message: RpcMessage): void;
  listen(receive: (value: unknown) => void): void;
  /** What `setState` kept before the page was torn down. */
  getState(): unknown;
  setState(state: unknown): void;
}

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare global {
  /** Of webviews; may be called once. */
  function acquireVsCodeApi(): VsCodeApi;
  /** Of a plain page: the link of its own host. */
  var chipboardHost: HostLink | undefined;
}

/** The link to the editor, or to the host that a plain page has put in place. */
export function openLink(): HostLink {
  if (globalThis.chipboardHost !== undefined) {
    return globalThis.chipboardHost;
  }
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    listen: (receive) => {
      window.addEventListener('message', (event: MessageEvent<unknown>) => receive(event.data));
    },
    getState: () => api.getState(),
    setState: (state) => api.setState(state),
  };
}
