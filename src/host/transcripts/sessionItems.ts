import * as vscode from 'vscode';
import { commands, sessionItem } from '../../manifest/commands.ts';
import {
  agentIcon,
  sessionDescription,
  sessionLabel,
  sessionSpoken,
  sessionTooltip,
} from '../../panel/transcripts/sessionLabels.ts';
import type {
  AgentNode,
  DayNode,
  SessionNode,
  TreeNode,
} from '../../panel/transcripts/sessionTree.ts';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** The item that stands for something in the tree of sessions. */
export function itemOf(node: TreeNode, now: number): vscode.TreeItem {
  switch (node.kind) {
    case 'agent':
      return agentItem(node);
    case 'day':
      return dayItem(node);
    case 'session':
      return itemOfSession(node, now);
    case 'more': {
      const { id, title } = commands.moreSessions;
      return noteItem('Show more', 'ellipsis', { command: id, title });
    }
    case 'note':
      return noteItem(node.text, 'info');
    case 'problem': {
      const { id, title } = commands.refreshSessions;
      return noteItem(node.text, 'warning', { command: id, title });
    }
  }
}

function agentItem({ agent, count }: AgentNode): vscode.TreeItem {
  const item = new vscode.TreeItem(agent, Expanded);
  item.id = `agent:${agent}`;
  item.description = String(count);
  item.iconPath = new vscode.ThemeIcon(agentIcon(agent));
  item.accessibilityInformation = {
    label: `${agent}, ${count === 1 ? '1 session' : `${count} sessions`}`,
  };
  return item;
}

function dayItem({ agent, day, label, newest, sessions }: DayNode): vscode.TreeItem {
  const item = new vscode.TreeItem(label, newest ? Expanded : Collapsed);
  item.id = `day:${agent}:${day}`;
  item.description = String(sessions.length);
  return item;
}

function itemOfSession(node: SessionNode, now: number): vscode.TreeItem {
  const { row, live, kept } = node;
  const item = new vscode.TreeItem(sessionLabel(row), None);
  item.id = `session:${row.path}`;
  item.description = sessionDescription(node, now);
  item.tooltip = sessionTooltip(node);
  item.contextValue = sessionItem(live !== undefined, kept && (kept.lost ? 'lost' : 'kept'));
  const icon = kept?.lost === true ? 'archive' : agentIcon(row.agent);
  item.iconPath =
    live === undefined
      ? new vscode.ThemeIcon(icon)
      : new vscode.ThemeIcon('broadcast', new vscode.ThemeColor('charts.green'));
  item.accessibilityInformation = { label: sessionSpoken(node, now) };
  const { id, title } = commands.showSession;
  item.command = { command: id, title, arguments: [row.path] };
  return item;
}

function noteItem(text: string, icon: string, command?: vscode.Command): vscode.TreeItem {
  const item = new vscode.TreeItem(text, None);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.tooltip = text;
  if (command !== undefined) {
    item.command = command;
  }
  return item;
}
