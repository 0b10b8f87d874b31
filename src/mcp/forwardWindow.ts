import type { ClientRequest } from 'node:http';
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { post } from './forwardRequest.ts';
import type { Posted } from './forwardRequest.ts';
import { openStream } from './forwardStream.ts';
import { sessionHeader } from './sessionHeader.ts';

/** Where a window serves MCP. */
export interface WindowAddress {
  readonly url: string;
  readonly token: string;
}

/** What became of a request. */
export type Forwarded =
  | { readonly kind: 'answer'; readonly answer: JSONRPCMessage }
  /** It was cancelled, so there is no answer. */
  | { readonly kind: 'none' }
  /** The window is not there any more and has not run it. */
  | { readonly kind: 'not-run' }
  /** The window may have run it. */
  | { readonly kind: 'unknown' };

/** How a window is spoken to. */
export interface LinkParts {
  readonly address: WindowAddress;
  /** The parameters with which the client introduced itself; the window's answers are cut to its taste. */
  readonly introduction: unknown;
  /** A message of the window's own. */
  readonly onMessage: (message: JSONRPCMessage) => void;
  /** The window ended the session. */
  readonly onEnd: (link: WindowLink) => void;
}

const openLimit = 1500;

/** A session with the server of a window. */
export class WindowLink {
  private readonly parts: LinkParts;
  private session = '';
  private stream: ClientRequest | undefined;

  private constructor(parts: LinkParts) {
    this.parts = parts;
  }

  /**
   * Opens a session. Answers `refused` if nobody listens there, and `silent` if what listens does not answer as a
   * window should, or not soon.
   */
  static async open(parts: LinkParts): Promise<WindowLink | 'refused' | 'silent'> {
    const link = new WindowLink(parts);
    const reached = await link.begin();
    return reached === 'open' ? link : reached;
  }

  /** Where the window is reached. */
  get url(): string {
    return this.parts.address.url;
  }

  /** Sends a request and answers what came of it. */
  async ask(request: JSONRPCRequest, signal: AbortSignal): Promise<Forwarded> {
    let posted = await this.post(request, signal);
    // A session the window has forgotten: it has refused the request unread, so it can be sent again.
    if (posted.kind === 'reply' && posted.status === 404 && (await this.begin()) === 'open') {
      posted = await this.post(request, signal);
    }
    if (signal.aborted) {
      return { kind: 'none' };
    }
    if (posted.kind !== 'reply') {
      return { kind: posted.kind === 'not-sent' ? 'not-run' : 'unknown' };
    }
    if ([401, 403, 404, 405].includes(posted.status)) {
      return { kind: 'not-run' };
    }
    if (posted.body === undefined) {
      return { kind: posted.status === 202 ? 'none' : 'unknown' };
    }
    return { kind: 'answer', answer: { ...(posted.body as JSONRPCMessage), id: request.id } };
  }

  /** Leaves the window; its session there ends by itself. */
  close(): void {
    this.stream?.destroy();
    this.stream = undefined;
  }

  private async begin(): Promise<'open' | 'refused' | 'silent'> {
    this.close();
    this.session = '';
    const signal = AbortSignal.timeout(openLimit);
    const message = {
      jsonrpc: '2.0',
      id: 'forward',
      method: 'initialize',
      params: this.parts.introduction,
    };
    const posted = await this.post(message, signal);
    if (posted.kind === 'not-sent' && !signal.aborted) {
      return 'refused';
    }
    const session =
      posted.kind === 'reply' ? posted.headers[sessionHeader.toLowerCase()] : undefined;
    if (typeof session !== 'string') {
      return 'silent';
    }
    this.session = session;
    await this.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, signal);
    const { address, onMessage, onEnd } = this.parts;
    const stream: ClientRequest = openStream({
      url: address.url,
      headers: this.headers(),
      onMessage,
      onEnd: () => {
        if (this.stream === stream) {
          onEnd(this);
        }
      },
    });
    this.stream = stream;
    return 'open';
  }

  private post(message: unknown, signal: AbortSignal): Promise<Posted> {
    return post({ url: this.parts.address.url, headers: this.headers(), message, signal });
  }

  private headers(): Record<string, string> {
    const authorization = { Authorization: `Bearer ${this.parts.address.token}` };
    return this.session === ''
      ? authorization
      : { ...authorization, [sessionHeader]: this.session };
  }
}
