import * as vscode from 'vscode';
import { DisposableStore } from '../../core/lifecycle.ts';
import { pageViewType, views } from '../../manifest/views.ts';
import type { PanelConnection, PanelHost } from '../../panel/panelHost.ts';
import type { RpcMessage } from '../../protocol/rpc.ts';
import type { HostServices } from '../contribution.ts';
import type { PageShow } from './attachedPage.ts';
import { AttachedPage } from './attachedPage.ts';
import { pageHtml } from './pageHtml.ts';

/** The page in the side bar and the one in an editor tab. There is at most one of each. */
export class PanelViews
  implements vscode.WebviewViewProvider, vscode.WebviewPanelSerializer, vscode.Disposable
{
  private readonly services: HostServices;
  private readonly disposables = new DisposableStore();
  private view: AttachedPage | undefined;
  private tab: { readonly panel: vscode.WebviewPanel; readonly page: AttachedPage } | undefined;
  /** Where the view is to lead once it is there. */
  private wanted: PageShow | undefined;

  constructor(services: HostServices) {
    this.services = services;
    this.disposables.add(vscode.window.registerWebviewViewProvider(views.panel.id, this));
    this.disposables.add(vscode.window.registerWebviewPanelSerializer(pageViewType, this));
  }

  /** What answers the pages; the runtime is loaded for it. */
  get host(): PanelHost {
    return this.services.running.get().panel(this.services.actions);
  }

  async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    const page = this.attach(view.webview, view.visible);
    this.view = page;
    if (this.wanted !== undefined) {
      page.show(this.wanted);
      this.wanted = undefined;
    }
    view.onDidChangeVisibility(() => page.setVisible(view.visible));
    view.onDidDispose(() => {
      page.dispose();
      this.view = this.view === page ? undefined : this.view;
    });
    await this.fill(view.webview, 'sidebar');
  }

  /** The tab comes back after a reload of the window; what it showed, the page has kept itself. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    if (this.tab === undefined) {
      await this.adopt(panel);
    } else {
      panel.dispose();
    }
  }

  /** Opens the page in an editor tab, or brings the tab to the front. */
  async openTab(): Promise<void> {
    if (this.tab !== undefined) {
      this.tab.panel.reveal();
      return;
    }
    const column = vscode.ViewColumn.Active;
    const panel = vscode.window.createWebviewPanel(pageViewType, 'Chipboard', column, {
      enableFindWidget: true,
    });
    await this.adopt(panel);
  }

  /** Leads the person to something: in the tab where there is one, else in the side bar. */
  async show(event: PageShow): Promise<void> {
    if (this.tab !== undefined) {
      this.tab.panel.reveal();
      this.tab.page.show(event);
      return;
    }
    await this.showView(event);
  }

  /** Leads to something in the side bar. */
  async showView(event: PageShow): Promise<void> {
    if (this.view === undefined) {
      this.wanted = event;
    } else {
      this.view.show(event);
    }
    await vscode.commands.executeCommand(`${views.panel.id}.focus`);
  }

  /** The tab itself stays: it comes back when the window is loaded again. */
  dispose(): void {
    this.view?.dispose();
    this.tab?.page.dispose();
    this.disposables.dispose();
  }

  private async adopt(panel: vscode.WebviewPanel): Promise<void> {
    const { extensionUri } = this.services.context;
    panel.iconPath = vscode.Uri.joinPath(extensionUri, ...views.panel.icon.split('/'));
    const page = this.attach(panel.webview, panel.visible);
    this.tab = { panel, page };
    panel.onDidChangeViewState(() => page.setVisible(panel.visible));
    panel.onDidDispose(() => {
      page.dispose();
      this.tab = this.tab?.page === page ? undefined : this.tab;
    });
    await this.fill(panel.webview, 'editor');
  }

  private attach(webview: vscode.Webview, visible: boolean): AttachedPage {
    const { log } = this.services;
    const page = new AttachedPage({
      post: (message) => void webview.postMessage(message),
      visible,
      connect: (post, now) => this.connect(post, now),
      onFault: (cause) => log.error('The page could not be connected.', cause),
    });
    webview.onDidReceiveMessage((value: unknown) => page.receive(value));
    return page;
  }

  private connect(post: (message: RpcMessage) => void, visible: boolean): PanelConnection {
    return this.host.connect(post, visible);
  }

  private async fill(webview: vscode.Webview, place: 'sidebar' | 'editor'): Promise<void> {
    const { extensionUri } = this.services.context;
    const dist = vscode.Uri.joinPath(extensionUri, 'dist');
    const media = vscode.Uri.joinPath(extensionUri, 'media');
    webview.options = { enableScripts: true, localResourceRoots: [dist, media] };
    const style = vscode.Uri.joinPath(dist, 'inspector.css');
    const hasStyle = await vscode.workspace.fs.stat(style).then(
      () => true,
      () => false,
    );
    webview.html = pageHtml({
      place,
      cspSource: webview.cspSource,
      nonce: crypto.randomUUID().replaceAll('-', ''),
      script: webview.asWebviewUri(vscode.Uri.joinPath(dist, 'inspector.js')).toString(),
      style: hasStyle ? webview.asWebviewUri(style).toString() : undefined,
      language: vscode.l10n.bundle === undefined ? 'en' : vscode.env.language,
      texts: vscode.l10n.bundle,
    });
  }
}
