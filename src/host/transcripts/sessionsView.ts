import * as vscode from 'vscode';
import { DisposableStore } from '../../core/lifecycle.ts';
import { contextKeys } from '../../manifest/commands.ts';
import { views } from '../../manifest/views.ts';
import type { SessionsModel } from '../../panel/transcripts/sessionsModel.ts';
import type { TreeNode } from '../../panel/transcripts/sessionTree.ts';
import type { Disposable } from '../../ports/system.ts';
import { itemOf } from './sessionItems.ts';

/** Milliseconds after which ages are written anew, and after which a view that is shown again looks again. */
const minute = 60_000;

/** Milliseconds within which what followed sessions tell is drawn once. */
const gather = 500;

/** The tree of sessions. Looks for them when it is shown first, and not before. */
export class SessionsView implements vscode.TreeDataProvider<TreeNode>, Disposable {
  readonly onDidChangeTreeData: vscode.Event<undefined>;
  private readonly model: SessionsModel;
  private readonly view: vscode.TreeView<TreeNode>;
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly disposables = new DisposableStore();
  private ageing: NodeJS.Timeout | undefined;
  private gathering: NodeJS.Timeout | undefined;
  private searched = Number.NEGATIVE_INFINITY;
  private all = false;

  constructor(model: SessionsModel, drop: vscode.TreeDragAndDropController<TreeNode>) {
    this.model = model;
    this.onDidChangeTreeData = this.changed.event;
    this.view = vscode.window.createTreeView(views.sessions.id, {
      treeDataProvider: this,
      dragAndDropController: drop,
      showCollapseAll: true,
    });
    this.disposables.add(this.changed);
    this.disposables.add(this.view);
    this.disposables.add(this.view.onDidChangeVisibility(({ visible }) => this.seen(visible)));
    this.disposables.add(model.onDidChange(() => this.draw()));
    this.disposables.add(
      model.followed.onDidChange(() => {
        this.gathering ??= setTimeout(() => this.draw(), gather);
      }),
    );
  }

  getChildren(node?: TreeNode): TreeNode[] {
    switch (node?.kind) {
      case undefined:
        return [...this.model.nodes];
      case 'agent':
        return [...node.days];
      case 'day':
        return [...node.sessions];
      case 'session':
      case 'more':
      case 'note':
      case 'problem':
        return [];
    }
  }

  getParent(node: TreeNode): TreeNode | undefined {
    const agents = this.model.nodes.filter((one) => one.kind === 'agent');
    switch (node.kind) {
      case 'session':
        return agents
          .flatMap(({ days }) => days)
          .find(({ sessions }) => sessions.some(({ row }) => row.path === node.row.path));
      case 'day':
        return agents.find(({ agent }) => agent === node.agent);
      case 'agent':
      case 'more':
      case 'note':
      case 'problem':
        return undefined;
    }
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return itemOf(node, Date.now());
  }

  /** Selects a session, if the view is seen. */
  async select(path: string): Promise<void> {
    const sessions = this.model.nodes
      .filter((one) => one.kind === 'agent')
      .flatMap(({ days }) => days.flatMap((day) => day.sessions));
    const node = sessions.find(({ row }) => row.path === path);
    if (node !== undefined && this.view.visible) {
      await this.view.reveal(node, { select: true, focus: false });
    }
  }

  /** Says which folders' sessions are listed. */
  showScope(all: boolean): void {
    this.all = all;
    this.view.description = all ? 'all folders' : '';
    setContext(contextKeys.allSessions, all);
  }

  /** What is listed may be something else now: looks again, at once if the view is seen, else when it is. */
  stale(): void {
    this.searched = Number.NEGATIVE_INFINITY;
    if (this.view.visible && this.model.search.state.started) {
      void this.run(() => this.model.search.restart());
    }
  }

  /** Runs a search, with the editor's sign of progress in the view. */
  async run(search: () => Promise<void>): Promise<void> {
    this.searched = performance.now();
    await vscode.window.withProgress({ location: { viewId: views.sessions.id } }, search);
  }

  /** Draws everything anew. */
  draw(): void {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    const { started, searching } = this.model.search.state;
    setContext(contextKeys.searching, searching);
    if (started && !searching) {
      setContext(contextKeys.noSessions, this.model.nodes.length === 0);
    }
    const isFirst = searching && this.model.nodes.length === 0;
    const where = this.all ? 'on this machine' : 'of this workspace';
    this.view.message = isFirst ? `Looking for sessions ${where}…` : '';
    this.changed.fire(undefined);
  }

  dispose(): void {
    clearInterval(this.ageing);
    clearTimeout(this.gathering);
    this.disposables.dispose();
  }

  private seen(visible: boolean): void {
    clearInterval(this.ageing);
    if (!visible) {
      return;
    }
    this.ageing = setInterval(() => this.changed.fire(undefined), minute);
    const { search } = this.model;
    if (!search.state.started || performance.now() - this.searched > minute) {
      void this.run(() => search.refresh());
    } else {
      this.changed.fire(undefined);
    }
  }
}

function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
