import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ChipRow } from '../../ports/store.ts';
import { ageText, kindName, shortExcerpt, sizeText } from '../../core/chips/describeChip.ts';
import { DisposableStore } from '../../core/lifecycle.ts';
import { commands, contextKeys } from '../../manifest/commands.ts';
import { views } from '../../manifest/views.ts';
import type { Contribution, HostServices } from '../contribution.ts';

/** Characters of a chip's excerpt shown in the tree. */
const labelLength = 22;
const groupingKey = 'chipboard.chips.grouping';

type Grouping = 'file' | 'tool';

/** A row of the tree: a group, or a chip. */
export type ChipNode =
  | { readonly kind: 'group'; readonly name: string; readonly chips: readonly ChipRow[] }
  | { readonly kind: 'chip'; readonly chip: ChipRow };

/** The Chips view: chips of every folder, newest first, grouped by tool or by file. */
export const chipsViewContribution: Contribution = {
  name: 'Chips view',
  register(services) {
    const store = new DisposableStore();
    const tree = store.add(new ChipsTree(services));
    const view = store.add(
      vscode.window.createTreeView(views.chips.id, {
        treeDataProvider: tree,
        showCollapseAll: true,
      }),
    );
    // Other windows write to the same store; what they did is seen when somebody looks.
    store.add(view.onDidChangeVisibility(({ visible }) => visible && tree.refresh()));
    store.add(
      vscode.window.onDidChangeWindowState(
        ({ focused }) => focused && view.visible && tree.refresh(),
      ),
    );
    services.running.whenStarted((parts) =>
      store.add(parts.onDidChangeChips(() => tree.refresh())),
    );
    const add = (id: string, run: () => unknown): void => {
      store.add(vscode.commands.registerCommand(id, run));
    };
    add(commands.refreshChips.id, () => tree.refresh());
    add(commands.groupByFile.id, () => tree.group('file'));
    add(commands.groupByTool.id, () => tree.group('tool'));
    add(commands.showChips.id, () => vscode.commands.executeCommand(`${views.chips.id}.focus`));
    return store;
  },
};

class ChipsTree implements vscode.TreeDataProvider<ChipNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly services: HostServices;
  private grouping: Grouping;

  constructor(services: HostServices) {
    this.services = services;
    this.grouping = services.context.globalState.get<Grouping>(groupingKey, 'tool');
    void vscode.commands.executeCommand('setContext', contextKeys.grouping, this.grouping);
  }

  refresh(): void {
    this.changed.fire(undefined);
  }

  group(by: Grouping): void {
    this.grouping = by;
    void vscode.commands.executeCommand('setContext', contextKeys.grouping, by);
    void this.services.context.globalState.update(groupingKey, by);
    this.refresh();
  }

  async getChildren(node?: ChipNode): Promise<ChipNode[]> {
    if (node !== undefined) {
      return node.kind === 'group' ? node.chips.map((chip) => ({ kind: 'chip', chip })) : [];
    }
    const chips = await this.services.running.get().runtime.store.chips({});
    const groups = new Map<string, ChipRow[]>();
    for (const chip of chips.toReversed()) {
      const name = this.grouping === 'tool' ? chip.tool : this.fileName(chip);
      groups.set(name, [...(groups.get(name) ?? []), chip]);
    }
    return [...groups].map(([name, members]) => ({ kind: 'group', name, chips: members }));
  }

  getTreeItem(node: ChipNode): vscode.TreeItem {
    return node.kind === 'group' ? groupItem(node, this.grouping) : chipItem(node, this.grouping);
  }

  dispose(): void {
    this.changed.dispose();
  }

  private fileName(chip: ChipRow): string {
    return chip.file === undefined ? 'no file' : vscode.workspace.asRelativePath(chip.file);
  }
}

function groupItem(
  group: Extract<ChipNode, { kind: 'group' }>,
  grouping: Grouping,
): vscode.TreeItem {
  const item = new vscode.TreeItem(group.name, vscode.TreeItemCollapsibleState.Expanded);
  item.id = `${grouping}:${group.name}`;
  item.description = String(group.chips.length);
  item.iconPath = new vscode.ThemeIcon(grouping === 'tool' ? 'tools' : 'file');
  return item;
}

function chipItem(
  { chip }: Extract<ChipNode, { kind: 'chip' }>,
  grouping: Grouping,
): vscode.TreeItem {
  const item = new vscode.TreeItem(shortExcerpt(chip, labelLength));
  const age = ageText(chip.created, Date.now());
  const file = chip.file === undefined ? '' : path.basename(chip.file);
  item.id = chip.id;
  item.description = [age, grouping === 'tool' ? file : chip.tool].filter(Boolean).join(' · ');
  item.iconPath = new vscode.ThemeIcon(
    chip.pinned ? 'pinned' : chip.kind === 'deleted' ? 'trash' : 'error',
  );
  item.contextValue = chip.pinned ? 'chip.pinned' : 'chip';
  item.tooltip = tooltip(chip, age);
  item.command = {
    command: commands.openChip.id,
    title: 'Open Chip',
    arguments: [{ kind: 'chip', chip }],
  };
  const error = chip.errorMessage === undefined ? '' : `, ${chip.errorMessage}`;
  item.accessibilityInformation = {
    label: `${kindName(chip)} of ${chip.tool}${file === '' ? '' : `, ${file}`}, ${age}${error}: ${chip.excerpt}`,
  };
  return item;
}

function tooltip(chip: ChipRow, age: string): string {
  const rows = [
    `Chip ${chip.id}: ${kindName(chip)} of ${chip.tool}`,
    chip.excerpt,
    ...(chip.errorMessage === undefined ? [] : [`Error: ${chip.errorMessage}`]),
    ...(chip.file === undefined ? [] : [`File: ${chip.file}`]),
    `Size: ${sizeText(chip.bytes)}, age: ${age}`,
    ...(chip.pinned ? ['Pinned: never dropped'] : []),
    ...(chip.expires === undefined || chip.pinned
      ? []
      : [`Kept until ${new Date(chip.expires).toLocaleString()}`]),
    ...(chip.replayed === undefined
      ? []
      : [`Put back ${new Date(chip.replayed).toLocaleString()}`]),
  ];
  return rows.join('\n');
}
