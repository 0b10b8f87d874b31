import * as path from 'node:path';
import * as vscode from 'vscode';
import { agents, genericSnippet } from '../../core/connect/agents.ts';
import type { ConnectableAgent } from '../../core/connect/agents.ts';
import type { OutsideAgents, StdioCommand } from '../../ports/outsideAgents.ts';
import type { HostServices } from '../contribution.ts';
import type { ConfigDocuments } from './configDocuments.ts';

/** A change of an agent's configuration that the user is asked about. */
interface Proposal {
  readonly agent: ConnectableAgent;
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * Connects an agent outside the editor: shows the change of its user-level configuration, and writes it when the user
 * says so. The entry holds no secret, only the launcher's path.
 * @param id Which agent; asked for when it is none of ours.
 */
export async function connectAgent(
  services: HostServices,
  documents: ConfigDocuments,
  id: unknown,
): Promise<void> {
  const picked = agents.find((agent) => agent.id === id) ?? (await pickAgent());
  if (picked === undefined) {
    return;
  }
  const { outside } = services.running.get();
  const command = await outside.installLauncher();
  if (picked === 'other') {
    await showEntry(documents, 'mcp.json', genericSnippet(command));
    return remember(services);
  }
  const approve = await askApproval(picked);
  if (approve === undefined) {
    return;
  }
  const proposal = await propose(picked, outside, { command, approve });
  if (proposal.after === undefined) {
    const entry = picked.configure(undefined, command, approve) ?? '';
    void vscode.window.showWarningMessage(
      `${proposal.file} cannot be changed safely. The entry is on the clipboard; put it in by hand.`,
    );
    return showEntry(documents, proposal.file, entry);
  }
  const done = await review(documents, outside, { ...proposal, after: proposal.after });
  if (done) {
    await remember(services);
  }
}

async function pickAgent(): Promise<ConnectableAgent | 'other' | undefined> {
  const items = [
    ...agents.map((agent) => ({ label: agent.label, agent })),
    {
      label: 'Other',
      description: 'copies an entry for its configuration',
      agent: 'other',
    } as const,
  ];
  const placeHolder = 'Which agent is to use the be-* tools?';
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.agent;
}

/** Whether the agent is to run the tools unasked; undefined when the user leaves. */
async function askApproval({ label, approval }: ConnectableAgent): Promise<boolean | undefined> {
  if (approval === undefined) {
    return false;
  }
  const items = [
    { label: `${label} asks as it does by default`, approve: false },
    { label: 'Run without asking', detail: approval, approve: true },
  ];
  const placeHolder = `Is ${label} to ask before it uses a tool?`;
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.approve;
}

async function propose(
  agent: ConnectableAgent,
  outside: OutsideAgents,
  { command, approve }: { readonly command: StdioCommand; readonly approve: boolean },
): Promise<Omit<Proposal, 'after'> & { readonly after: string | undefined }> {
  const files = agent.files({ home: outside.home, env: process.env, paths: path });
  for (const file of files) {
    const before = await outside.readConfig(file);
    if (before !== undefined) {
      return { agent, file, before, after: agent.configure(before, command, approve) };
    }
  }
  const after = agent.configure(undefined, command, approve);
  return { agent, file: files[0] ?? '', before: undefined, after };
}

/** Shows the change and writes it when the user says so. Answers whether the agent is connected now. */
async function review(
  documents: ConfigDocuments,
  outside: OutsideAgents,
  { agent, file, before, after }: Proposal,
): Promise<boolean> {
  if (before === after) {
    void vscode.window.showInformationMessage(`${agent.label} is connected already, in ${file}.`);
    return true;
  }
  const close = await documents.showDiff(file, { before: before ?? '', after });
  try {
    const apply = { label: '$(check) Apply', description: `writes ${file}` };
    const keep = { label: '$(close) Leave the file as it is' };
    // The question stays while the change is looked at.
    const answer = await vscode.window.showQuickPick([apply, keep], {
      placeHolder: `Connect ${agent.label}?`,
      ignoreFocusOut: true,
    });
    if (answer !== apply) {
      return false;
    }
    const copy = await outside.writeConfig(file, { before, after });
    const kept = copy === undefined ? '' : ` The file as it was is ${copy}.`;
    void vscode.window.showInformationMessage(
      `${agent.label} has the be-* tools when it is started anew.${kept}`,
    );
    return true;
  } finally {
    await close();
  }
}

async function showEntry(documents: ConfigDocuments, file: string, text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  await documents.show(file, text);
}

/** The agent may work in any folder, so every window is to be found. */
async function remember({ endpoint }: HostServices): Promise<void> {
  await endpoint.rememberOutsideAgent('anywhere');
  await endpoint.connect();
}
