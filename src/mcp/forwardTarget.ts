import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../ports/log.ts';
import { WindowLink } from './forwardWindow.ts';
import type { WindowAddress } from './forwardWindow.ts';

/** A window that may be forwarded to. */
export interface FoundWindow extends WindowAddress {
  /** Nobody listens there: the window ended without saying so. */
  dead(): void;
}

/** Finds the windows that have the folders open, the best first. Asked before each call, so it must be quick. */
export type FindWindows = () => readonly FoundWindow[];

/** What a target is made of. */
export interface ForwardTargetParts {
  readonly find: FindWindows;
  readonly log: Log;
  /** Sends the client a message. */
  readonly tell: (message: JSONRPCMessage) => void;
}

/** Milliseconds for which a window that did not answer is not asked again. */
const patience = 3000;
const toolsChanged: JSONRPCMessage = {
  jsonrpc: '2.0',
  method: 'notifications/tools/list_changed',
};

/** The window that requests go to now, if any. */
export class ForwardTarget {
  private readonly parts: ForwardTargetParts;
  private readonly silent = new Map<string, number>();
  private introduction: unknown;
  private link: WindowLink | undefined;
  private searching: Promise<WindowLink | undefined> | undefined;
  private searched = false;

  constructor(parts: ForwardTargetParts) {
    this.parts = parts;
  }

  /** Remembers how the client introduced itself. */
  introduce(params: unknown): void {
    this.introduction = params;
  }

  /** The window to send the next request to, if there is one. */
  current(): Promise<WindowLink | undefined> {
    this.searching ??= this.search().finally(() => {
      this.searching = undefined;
      this.searched = true;
    });
    return this.searching;
  }

  /** The window has turned out to be gone. */
  lost(link: WindowLink): void {
    if (this.link === link) {
      this.link = undefined;
      link.close();
      this.parts.log.info('The window is gone; the files are served from here.');
      this.parts.tell(toolsChanged);
    }
  }

  /** Leaves the window. */
  close(): void {
    this.link?.close();
    this.link = undefined;
  }

  private async search(): Promise<WindowLink | undefined> {
    if (this.introduction === undefined) {
      return undefined;
    }
    const found = this.parts.find();
    const { link } = this;
    if (link !== undefined) {
      // The window may be there and have closed the folder.
      if (found.some(({ url }) => url === link.url)) {
        return link;
      }
      this.lost(link);
    }
    for (const window of found) {
      if (Date.now() - (this.silent.get(window.url) ?? 0) < patience) {
        continue;
      }
      const opened = await this.open(window);
      if (opened !== undefined) {
        return opened;
      }
    }
    return undefined;
  }

  private async open(window: FoundWindow): Promise<WindowLink | undefined> {
    const opened = await WindowLink.open({
      address: window,
      introduction: this.introduction,
      onMessage: (message) => this.parts.tell(message),
      onEnd: (link) => this.lost(link),
    });
    if (opened === 'refused') {
      window.dead();
      return undefined;
    }
    if (opened === 'silent') {
      this.silent.set(window.url, Date.now());
      this.parts.log.warn('A window with the folder open does not answer.');
      return undefined;
    }
    this.link = opened;
    this.parts.log.info('Forwarding to the window that has the folder open.');
    // The first list the client gets is that window's already.
    if (this.searched) {
      this.parts.tell(toolsChanged);
    }
    return opened;
  }
}
